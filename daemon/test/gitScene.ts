// Small real repositories with worktrees for tests; everything lives in one temporary folder.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface GitScene {
  folder: string;
  /** Absolute root of the main checkout. */
  main: string;
  git(root: string, ...args: string[]): string;
  /** Adds a linked worktree on a new branch and answers its root. */
  worktree(branch: string): string;
  write(root: string, file: string, text: string): void;
  read(root: string, file: string): string;
  remove(): void;
}

export function gitScene(files: Record<string, string>): GitScene {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "parley-scene-")));
  const main = path.join(folder, "main");
  const git = (root: string, ...args: string[]): string =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const write = (root: string, file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", main]);
  git(main, "config", "user.email", "ana@example.com");
  git(main, "config", "user.name", "Ana");
  git(main, "config", "commit.gpgsign", "false");
  for (const [file, text] of Object.entries(files)) write(main, file, text);
  git(main, "add", "-A");
  git(main, "commit", "--quiet", "--allow-empty", "-m", "Base");
  return {
    folder,
    main,
    git,
    write,
    read: (root, file) => fs.readFileSync(path.join(root, file), "utf8"),
    worktree(branch) {
      const root = path.join(folder, branch.replaceAll("/", "-"));
      git(main, "worktree", "add", "--quiet", "-b", branch, root);
      return root;
    },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
