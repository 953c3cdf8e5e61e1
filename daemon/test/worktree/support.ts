// A real repository in a temporary folder and the watching thread on it, for tests.
// Knows no expectations: tests wait for events with a deadline, never for a fixed time.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import type { Observation, WorktreeEvent, Worktrees } from "../../worktree/observations.ts";
import { startWorktrees, type WorktreesOptions } from "../../worktree/worktrees.ts";

const deadlineMs = 10_000;
const gitEnvironment = {
  ...process.env,
  ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_EDITOR: "true", GIT_ALLOW_PROTOCOL: "file" },
};
process.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
process.env["GIT_CONFIG_NOSYSTEM"] = "1";

let built: string | undefined;

/** The bundled thread, as the daemon ships it. */
export function threadFile(): string {
  if (built !== undefined) return built;
  const outfile = join(mkdtempSync(join(tmpdir(), "parley-thread-")), "thread.cjs");
  const entry = fileURLToPath(new URL("../../worktree/thread.ts", import.meta.url));
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "error",
  });
  process.once("exit", () => rmSync(dirname(outfile), { recursive: true, force: true }));
  return (built = outfile);
}

export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "parley-worktree-")));
}

/** A folder with git in it. */
export class Sandbox {
  readonly folder = temporaryFolder();

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  /** Runs git in a folder below the sandbox; returns what it printed. */
  git(folder: string, ...args: string[]): string {
    const options = { cwd: this.path(folder), env: gitEnvironment, encoding: "utf8", stdio: "pipe" } as const;
    return execFileSync("git", args, options).trim();
  }

  async gitAsync(folder: string, ...args: string[]): Promise<void> {
    await promisify(execFile)("git", args, { cwd: this.path(folder), env: gitEnvironment });
  }

  /** Like git(), for commands that end with conflicts. */
  tryGit(folder: string, ...args: string[]): void {
    try {
      this.git(folder, ...args);
    } catch {
      return;
    }
  }

  write(file: string, text: string | Buffer): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  read(file: string): string {
    return readFileSync(this.path(file), "utf8");
  }

  /** A repository with one commit of these files on `main`. */
  repository(name: string, files: Record<string, string | Buffer>): void {
    mkdirSync(this.path(name), { recursive: true });
    this.git(name, "init", "-q", "-b", "main");
    this.git(name, "config", "user.email", "ada@example.com");
    this.git(name, "config", "user.name", "Ada");
    for (const [path, text] of Object.entries(files)) this.write(join(name, path), text);
    this.commit(name, "first");
  }

  commit(name: string, message: string): void {
    this.git(name, "add", "-A");
    this.git(name, "commit", "-q", "--allow-empty", "-m", message);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Gives each test of a suite a sandbox and a watching thread of its own. */
export function inSandbox(begin: (box: Sandbox, watching: Watching) => void): void {
  let end: () => Promise<void>;
  beforeEach(() => {
    const [box, watching] = [new Sandbox(), new Watching()];
    end = async () => {
      await watching.close();
      box.remove();
    };
    begin(box, watching);
  });
  afterEach(() => end());
}

/** The watching thread, and everything it said. */
export class Watching {
  readonly events: WorktreeEvent[] = [];
  readonly logs: string[] = [];
  readonly worktrees: Worktrees;
  private readonly waiting = new Set<() => void>();

  constructor(options: Partial<WorktreesOptions> = {}) {
    const log = (text: string) => this.logs.push(text);
    this.worktrees = startWorktrees({ threadFile: threadFile(), log, ...options }, (event) => {
      this.events.push(event);
      for (const look of this.waiting) look();
    });
  }

  async watch(folder: string): Promise<string> {
    const answer = await this.worktrees.watch(folder);
    assert.ok(answer.ok, answer.ok ? "" : answer.reason);
    return answer.checkout.path;
  }

  /** Registers a checkout and waits until every checkout found with it was scanned. */
  async scanned(folder: string): Promise<string> {
    const root = await this.watch(folder);
    await this.until(() => {
      const found = this.events.flatMap((event) => (event.type === "checkout_found" ? event.checkout.path : []));
      return found.every((path) =>
        this.events.some((event) => event.type === "checkout_scanned" && event.path === path),
      );
    }, "every checkout scanned");
    return root;
  }

  async until(condition: () => boolean, what: string, deadline = deadlineMs): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (!condition()) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`no ${what} in ${deadline} ms; got ${this.summary()}`));
      }, deadline);
      this.waiting.add(look);
    });
  }

  /** The next event, from number `from` on, that fits. */
  async next<E extends WorktreeEvent["type"]>(
    type: E,
    fits: (event: Extract<WorktreeEvent, { type: E }>) => boolean = () => true,
    from = 0,
  ): Promise<Extract<WorktreeEvent, { type: E }>> {
    let found: WorktreeEvent | undefined;
    const look = (event: WorktreeEvent) => event.type === type && fits(event as Extract<WorktreeEvent, { type: E }>);
    await this.until(() => (found = this.events.slice(from).find(look)) !== undefined, type);
    return found as Extract<WorktreeEvent, { type: E }>;
  }

  /** Waits until a path is reported with this text (null: gone). */
  async sees(checkout: string, path: string, text: string | null, from = 0): Promise<Observation> {
    const fits = (one: Observation) => one.path === path && headText(one) === text;
    let found: Observation | undefined;
    await this.until(
      () => (found = this.observations(checkout, from).find(fits)) !== undefined,
      `${path} as ${JSON.stringify(text)}`,
    );
    return found as Observation;
  }

  observations(checkout: string, from = 0): Observation[] {
    return this.events.slice(from).flatMap((event) => {
      const observed = event.type === "files_observed" || event.type === "checkout_scanned";
      return observed && event.path === checkout ? event.observations : [];
    });
  }

  /** Path → text now (null: removed), for what differs from the base, after all events so far. */
  state(checkout: string): Record<string, string | null> {
    const state = new Map<string, string | null>();
    for (const event of this.events) {
      if ((event.type !== "files_observed" && event.type !== "checkout_scanned") || event.path !== checkout) continue;
      if (event.type === "checkout_scanned") state.clear();
      for (const one of event.observations) {
        if (one.base?.blob === one.head?.blob) state.delete(one.path);
        else state.set(one.path, headText(one));
      }
    }
    return Object.fromEntries([...state].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  async becomes(checkout: string, expected: Record<string, string | null>): Promise<void> {
    const wanted = JSON.stringify(expected);
    try {
      await this.until(() => JSON.stringify(this.state(checkout)) === wanted, wanted);
    } catch {
      assert.deepEqual(this.state(checkout), expected);
    }
  }

  summary(): string {
    const lines = this.events.slice(-20).map((event) => {
      if (!("observations" in event)) return JSON.stringify(event).slice(0, 300);
      return `${event.type} ${event.path} ${event.observations
        .map((one) => `${one.path}=${headText(one)?.slice(0, 20)}`)
        .slice(0, 10)
        .join(" ")}`;
    });
    return [...lines, ...this.logs].join("\n");
  }

  close(): Promise<void> {
    return this.worktrees.close();
  }
}

export function headText(one: Observation): string | null {
  if (one.head === null) return null;
  return one.head.content.kind === "text" ? one.head.content.text : `(${one.head.content.why})`;
}

/** One hash over names and contents of everything below a folder. */
export function fingerprint(folder: string): string {
  const hash = createHash("sha1");
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = join(path, entry.name);
      hash.update(`${below}\0`);
      if (entry.isDirectory()) visit(below);
      else hash.update(entry.isSymbolicLink() ? readlinkSync(below) : readFileSync(below));
    }
  };
  visit(folder);
  return hash.digest("hex");
}
