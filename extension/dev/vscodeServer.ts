// Starts the fetched VS Code server on a free port of the loopback, with all that it writes in one folder.
// Must not know: the browser, or what is tested.

import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { run } from "./cache.ts";
import { startChildGroup } from "./childGroup.ts";
import { fetchVscode, type VscodePrograms } from "./fetchVscode.ts";
import { terminalReport, type Report } from "./progress.ts";
import { quietSettings, type Settings } from "./vscodeSettings.ts";

export interface VscodeServerOptions {
  /** Holds settings, installed extensions, sockets and logs. A fresh one is a fresh VS Code. */
  readonly dataDir: string;
  /** `.vsix` files to install. */
  readonly extensions?: readonly string[];
  /** Added to our own environment; extension hosts and terminals inherit it. */
  readonly env?: Readonly<Record<string, string>>;
  /** On top of the quiet ones. */
  readonly settings?: Settings;
  /** Ask whether a folder is trusted, as a fresh VS Code does. */
  readonly workspaceTrust?: boolean;
  readonly report?: Report;
}

export interface VscodeServer {
  readonly port: number;
  readonly logFile: string;
  /** The page of a window on `folder`. A file may end in `:line` or `:line:column`. */
  url(folder: string, openFiles?: readonly string[]): string;
  /** Replaces the user settings; open windows follow. */
  writeSettings(settings: Settings): Promise<void>;
  /** Waits until the extension hosts of all closed windows have ended and so written their coverage. */
  hostsEnded(): Promise<void>;
  stop(): Promise<void>;
}

const host = "127.0.0.1";
const readyLine = "Extension host agent started";
const readyDeadlineMs = 90_000;
const hostsDeadlineMs = 30_000;

export async function startVscodeServer(options: VscodeServerOptions): Promise<VscodeServer> {
  const programs = await fetchVscode(options.report ?? terminalReport());
  const dataDir = resolve(options.dataDir);
  const writeSettings = (settings: Settings) => writeUserSettings(dataDir, { ...settings, ...trustSettings(options) });
  await mkdir(join(dataDir, "run"), { recursive: true, mode: 0o700 });
  await writeSettings(options.settings ?? {});
  await installExtensions(programs, dataDir, options);
  const logFile = join(dataDir, "server.log");
  const server = startChildGroup({
    program: programs.node,
    args: [programs.serverMain, ...serverFlags(dataDir, options)],
    cwd: dataDir,
    env: serverEnvironment(dataDir, options),
    logFile,
  });
  const stop = () => server.stop();
  try {
    const text = await server.printed((said) => said.includes(readyLine), readyDeadlineMs);
    const port = Number(/Extension host agent listening on (\d+)/.exec(text)?.[1]);
    const hostsEnded = async () => {
      await server.printed(allHostsEnded, hostsDeadlineMs);
    };
    return { port, logFile, url: pageUrl(port), writeSettings, hostsEnded, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function allHostsEnded(said: string): boolean {
  const count = (line: string) => said.split(line).length;
  return count("Launched Extension Host Process") === count("Extension Host Process exited");
}

function serverFlags(dataDir: string, { workspaceTrust }: VscodeServerOptions): string[] {
  return [
    `--host=${host}`,
    "--port=0",
    // A window that is closed without a farewell must not live on for hours.
    "--reconnection-grace-time=30",
    "--without-connection-token",
    "--disable-experiments",
    "--disable-update-check",
    "--disable-getting-started-override",
    ...(workspaceTrust === true ? [] : ["--disable-workspace-trust"]),
    ...sharedFlags(dataDir),
  ];
}

function sharedFlags(dataDir: string): string[] {
  return [
    "--accept-server-license-terms",
    "--disable-telemetry",
    "--force-disable-user-env",
    `--server-data-dir=${join(dataDir, "server")}`,
    `--user-data-dir=${join(dataDir, "user")}`,
    `--extensions-dir=${join(dataDir, "extensions")}`,
  ];
}

async function installExtensions({ node, serverMain }: VscodePrograms, dataDir: string, options: VscodeServerOptions) {
  const { extensions = [] } = options;
  if (extensions.length === 0) return;
  const installs = extensions.map((file) => `--install-extension=${resolve(file)}`);
  const env = serverEnvironment(dataDir, options);
  await run(node, [serverMain, ...installs, ...sharedFlags(dataDir)], dataDir, env);
}

function serverEnvironment(dataDir: string, { env }: VscodeServerOptions): NodeJS.ProcessEnv {
  // Started from a terminal of VS Code or from npm, the server would take their variables for its own.
  const foreign = /^(VSCODE_|ELECTRON_|npm_|CODE_SERVER_)|^(NODE_OPTIONS|INIT_CWD)$/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(own),
    // Without an empty gallery it asks a public one; without its own folder sockets stay behind.
    EXTENSIONS_GALLERY: "{}",
    XDG_RUNTIME_DIR: join(dataDir, "run"),
    ...env,
  };
}

function trustSettings({ workspaceTrust }: VscodeServerOptions): Settings {
  return workspaceTrust === true ? { "security.workspace.trust.enabled": true } : {};
}

async function writeUserSettings(dataDir: string, settings: Settings) {
  const folder = join(dataDir, "user/User");
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify({ ...quietSettings, ...settings }, null, 2);
  await writeFile(join(folder, "settings.json"), text);
}

function pageUrl(port: number): VscodeServer["url"] {
  // Every URI must carry the page's own host and port: with another it is a second, foreign document.
  const authority = `${host}:${String(port)}`;
  return (folder, openFiles = []) => {
    const entries = [
      ["skipWelcome", "true"],
      ["gotoLineMode", "true"],
      ...openFiles.map((file) => ["openFile", `vscode-remote://${authority}${encodeURI(file)}`]),
    ];
    const query = new URLSearchParams({ folder, payload: JSON.stringify(entries) });
    return `http://${authority}/?${query.toString()}`;
  };
}
