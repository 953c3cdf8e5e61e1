// Opens windows of a VS Code server in a real browser, each a page with a browser storage of its own.
// Must not know: what is tested.

import { format } from "node:util";
import { chromium, type Browser, type Page } from "playwright-core";
import { browserEnvironment, fetchBrowser } from "./fetchBrowser.ts";
import { terminalReport, type Report } from "./progress.ts";
import type { VscodeServer } from "./vscodeServer.ts";

export interface WindowOptions {
  /** Absolute path of the folder that is opened. */
  readonly folder: string;
  /** Absolute paths; each may end in `:line` or `:line:column`. The last one is in front. */
  readonly files?: readonly string[];
  /** A folder with an extension under development. */
  readonly extensionPath?: string;
  /** A module exporting `run()`, run in the extension host; the window ends with it. */
  readonly testsPath?: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** What extension tests print. */
  readonly onOutput?: (text: string) => void;
}

export interface VscodeWindow {
  readonly page: Page;
  /** The exit code of the run at `testsPath`: 0 or 1. */
  readonly testsEnded: Promise<number>;
  close(): Promise<void>;
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Whatever a page asks of another machine fails at once, here as on a machine without a network.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
const workbenchDeadlineMs = 120_000;
// The workbench reports itself on the same way as the tests do.
const workbenchChatter = new RegExp(
  [
    "^Resolv(ing|ed) connection token",
    "^Creating a socket",
    "^(Ignoring fetching|Updating) additional builtin extensions",
    // It asks whether the extension is one for browsers; it is then found on the server.
    "^Error while fetching the extension under development",
    "^\\[(reconnection-grace-time|Service Worker|AgentHost|AccountPolicyGate)",
    "^No search provider registered",
    // A stack within the workbench's own script.
    "/static/out/vs/code/browser/workbench/",
  ].join("|"),
);

export async function launchBrowser(report: Report = terminalReport()): Promise<Browser> {
  const executablePath = await fetchBrowser(report);
  const own = Object.entries(process.env).filter(([, value]) => value !== undefined);
  return chromium.launch({
    executablePath,
    args: flags,
    headless: true,
    env: { ...Object.fromEntries(own), ...(await browserEnvironment(executablePath)) },
  });
}

/** Opens a window and waits until its workbench, and the first of its files, is on the screen. */
export async function openWindow(
  browser: Browser,
  server: Pick<VscodeServer, "port" | "url">,
  options: WindowOptions,
): Promise<VscodeWindow> {
  const context = await browser.newContext({
    viewport: options.size ?? { width: 1400, height: 900 },
    // Screenshots show what has arrived, not what is fading in.
    reducedMotion: "reduce",
  });
  // tsx wraps the functions that tests run inside the page in a helper, which is not there.
  await context.addInitScript({ content: "globalThis.__name ??= (named) => named;" });
  const page = await context.newPage();
  const close = () => closeWindow(page);
  try {
    const { ended: testsEnded } = await listenToTests(page, options.onOutput);
    await developExtension(page, server.port, options);
    await page.goto(server.url(options.folder, options.files));
    if (options.testsPath === undefined) await workbenchShown(page, options);
    return { page, testsEnded, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A page that is simply gone could come back, so its extension host would wait; one that leaves says farewell. */
async function closeWindow(page: Page) {
  page.once("dialog", (unsavedChanges) => void unsavedChanges.accept());
  await page.goto("about:blank");
  await page.context().close();
}

async function workbenchShown(page: Page, { files = [] }: WindowOptions) {
  const timeout = workbenchDeadlineMs;
  await page.locator(".monaco-workbench .part.statusbar .statusbar-item").first().waitFor({ timeout });
  if (files.length > 0) await page.locator(".editor-instance .view-line").first().waitFor({ timeout });
}

/** The workbench reports through two functions of the page, as it does to `@vscode/test-web`. */
async function listenToTests(page: Page, onOutput: (text: string) => void = () => undefined) {
  let end: (code: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => (end = resolve));
  let hasEnded = false;
  await page.exposeFunction("codeAutomationLog", (_type: string, args: unknown[]) => {
    const text = format(...args);
    // What comes after the end is the workbench complaining that it is closed.
    if (!hasEnded && !workbenchChatter.test(text)) onOutput(text);
  });
  await page.exposeFunction("codeAutomationExit", (code: number) => {
    hasEnded = true;
    end(code);
  });
  // An object, because returning the promise itself would wait for the tests.
  return { ended };
}

/**
 * The workbench reads its configuration from an attribute of its page. Rewriting the page on its way
 * makes the server refuse the connection, so the attribute is changed as it is read. This leans on
 * VS Code's inside: its version is pinned.
 */
async function developExtension(page: Page, port: number, options: WindowOptions) {
  const { extensionPath, testsPath } = options;
  if (extensionPath === undefined) return;
  const uri = (path: string) => ({
    $mid: 1,
    scheme: "vscode-remote",
    authority: `127.0.0.1:${String(port)}`,
    path,
  });
  const developmentOptions = {
    extensions: [uri(extensionPath)],
    ...(testsPath === undefined ? {} : { extensionTestsPath: uri(testsPath) }),
  };
  await page.addInitScript(wrapConfiguration, developmentOptions);
}

/** Runs inside the page. */
function wrapConfiguration(developmentOptions: object) {
  // Only to call it again on the element it is called on.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const read = Element.prototype.getAttribute;
  Element.prototype.getAttribute = function (this: Element, name: string) {
    const value = read.call(this, name);
    if (value === null || name !== "data-settings") return value;
    if (this.id !== "vscode-workbench-web-configuration") return value;
    return JSON.stringify({ ...(JSON.parse(value) as object), developmentOptions });
  };
}
