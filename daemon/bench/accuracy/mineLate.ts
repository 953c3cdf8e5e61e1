// Chooses pairs that no longer compile together: a commit, and a file that it changed along with what the file uses, as the file was before.
// Usage: tsx daemon/bench/accuracy/mineLate.ts OWNER/NAME FOLDER COUNT. Looks at no finding of Parley, but at what the compiler says.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { History, type Pair } from "./history.ts";
import { truthOf } from "./truth.ts";

interface FileChange {
  path: string;
  isModified: boolean;
  /** Names that it defines no more. */
  removed: string[];
  /** What was on the lines that it took away or wrote anew. */
  gone: string;
}

const commitsRead = 1200;
const mostFiles = 40;
/** Commits that are asked about, the newest first. */
const mostAsked = 60;
const definition =
  /^-(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function|class|interface|type|enum|const)\s+([A-Za-z_]\w{4,})/gm;

const [name = "", folder = "", count = "8"] = process.argv.slice(2);
const gitDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-accuracy-"));
const history = new History(gitDir, folder);
try {
  const candidates = allCandidates();
  const found: string[] = [];
  for (let at = 0; at < Math.min(candidates.length, mostAsked) && found.length < Number(count); at++) {
    const pair = candidates[at]!;
    if (doesBreak(pair)) found.push(`late ${pair.a} ${pair.b}`);
    console.error(`${at + 1}/${candidates.length}: ${found.length} ${found.at(-1) ?? ""}`);
  }
  console.log(JSON.stringify({ name, pairs: found }, null, 2));
} finally {
  fs.rmSync(gitDir, { recursive: true });
}

function doesBreak(pair: Pair): boolean {
  const { troubles } = truthOf(history, history.sidesOf(pair)!, (find) => find());
  return troubles !== null && troubles.some((trouble) => trouble.path === pair.b);
}

function allCandidates(): Pair[] {
  const head = execFileSync("git", ["-C", folder, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  const log = ["log", "--first-parent", "--diff-merges=first-parent", "-p", "-U0", "--no-color", "--no-renames"];
  const wanted = ["--", "*.ts", "*.tsx", "*.mts", ":!*.d.ts"];
  const texts = history
    .git([...log, `-${commitsRead}`, "--format=%x00%H", "--min-parents=1", head, ...wanted])
    .split("\0");
  return texts.slice(1).flatMap((text): Pair[] => {
    const [commit = "", ...files] = text.split(/\n(?=diff --git )/);
    const changes = files.length > mostFiles ? [] : files.map(changeOf);
    const late = changes.find((change) => change.isModified && changes.some((other) => uses(change, other)));
    return late ? [{ how: "late", a: commit.trim(), b: late.path }] : [];
  });
}

function changeOf(text: string): FileChange {
  return {
    path: /^diff --git a\/(.*) b\//.exec(text)?.[1] ?? "",
    isModified: !/^(new|deleted) file mode/m.test(text),
    removed: [...text.matchAll(definition)].map((match) => match[1]!).filter((word) => !isDefined(word, text)),
    gone: text
      .split("\n")
      .filter((line) => line.startsWith("-") && !line.startsWith("---"))
      .join("\n"),
  };
}

function isDefined(word: string, text: string): boolean {
  return new RegExp(`^\\+.*\\b(?:function|class|interface|type|enum|const)\\s+${word}\\b`, "m").test(text);
}

/** It had to change what it says of something that the other one defines. */
function uses(change: FileChange, other: FileChange): boolean {
  return change !== other && other.removed.some((word) => new RegExp(`\\b${word}\\b`).test(change.gone));
}
