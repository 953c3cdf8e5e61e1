// Runs a test suite inside the extension host of a real VS Code and tells how it ended.
// Must not know: which tests these are.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser, openWindow, type WindowOptions } from "./vscodeBrowser.ts";
import { startVscodeServer, type VscodeServer, type VscodeServerOptions } from "./vscodeServer.ts";

export interface ExtensionTestsOptions
  extends Pick<WindowOptions, "folder" | "files" | "onOutput">, Omit<VscodeServerOptions, "dataDir"> {
  readonly extensionPath: string;
  /** A CommonJS module exporting `run(): Promise<void>`. */
  readonly testsPath: string;
  readonly deadlineMs?: number;
}

export interface ExtensionTestsResult {
  /** 0 when `run()` resolved, 1 when it rejected. */
  readonly exitCode: number;
  /** What the tests printed, and what the extension host said of a failure. */
  readonly output: string;
}

/** A fresh server, browser and user for one run; all is gone afterwards. */
export async function runExtensionTests(options: ExtensionTestsOptions): Promise<ExtensionTestsResult> {
  const dataDir = await mkdtemp(join(tmpdir(), "vscode-run-"));
  try {
    const server = await startVscodeServer({ ...options, dataDir });
    try {
      return await runInBrowser(server, options);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function runInBrowser(server: VscodeServer, options: ExtensionTestsOptions): Promise<ExtensionTestsResult> {
  const browser = await launchBrowser(options.report);
  const lines: string[] = [];
  const onOutput = (text: string) => {
    lines.push(text);
    options.onOutput?.(text);
  };
  try {
    const { folder, files, extensionPath, testsPath } = options;
    const opened = { folder, extensionPath, testsPath, onOutput, ...(files && { files }) };
    const window = await openWindow(browser, server, opened);
    const exitCode = await within(window.testsEnded, options.deadlineMs ?? 300_000, lines);
    await window.close();
    await server.hostsEnded();
    return { exitCode, output: lines.join("\n") };
  } finally {
    await browser.close();
  }
}

async function within<T>(promise: Promise<T>, deadlineMs: number, lines: string[]): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const said = lines.slice(-20).join("\n");
      reject(new Error(`The tests did not end within ${String(deadlineMs)} ms. Last said:\n${said}`));
    }, deadlineMs);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
