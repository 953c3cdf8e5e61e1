// One measured run: `witness ROOT` or `compiler ROOT`; prints its figures as JSON.
// Times count from a loaded compiler.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { Witness } from "../witness/witness.ts";
import type { WorkFile } from "../sides/work.ts";
import { openSharedTree } from "../worktree/sharedTree.ts";

const [who = "", root = ""] = process.argv.slice(2);
const leaf = "src/m0.ts";
const last = fs.readdirSync(path.join(root, "src")).length - 1;
const user = `src/m${last}.ts`;
const textOf = (file: string): string => fs.readFileSync(path.join(root, file), "utf8");
const edited = (round: number): string => `${textOf(leaf)}export const edit = ${round};\n`;
const warmRounds = 8;

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Both sides changed: the leaf on one, the module that hangs on all others on the other. */
function witnessed(): (round: number) => void {
  const witness = new Witness();
  const kept = new Map<string, { time: number; size: number; text: string }>();
  const [base, use] = [textOf(leaf), textOf(user)];
  return (round) => {
    const files: WorkFile[] = [
      { path: leaf, base, a: edited(round), b: base },
      { path: user, base: use, a: use, b: `${use}export const more = 1;\n` },
    ];
    const tree = openSharedTree({ folders: [root] }, kept);
    witness.breaks({ tree, files, renames: { a: [], b: [] } }, () => undefined);
  };
}

/** A language service over the same files: the first check is that of a plain compiler, the next ones re-check. */
function compiled(): (round: number) => void {
  const names = fs.readdirSync(path.join(root, "src")).map((name) => path.join(root, "src", name));
  let round = 0;
  const isLeaf = (name: string): boolean => name.endsWith(leaf);
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.ESNext, noEmit: true, skipLibCheck: true }),
    getScriptFileNames: () => names,
    getScriptVersion: (name) => (isLeaf(name) ? String(round) : "0"),
    getScriptSnapshot: (name) =>
      ts.ScriptSnapshot.fromString(isLeaf(name) ? edited(round) : (ts.sys.readFile(name) ?? "")),
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
  });
  return (next) => {
    round = next;
    for (const name of next === 0 ? names : [path.join(root, user)])
      service.getProgram()!.getSemanticDiagnostics(service.getProgram()!.getSourceFile(name));
  };
}

const run = who === "witness" ? witnessed() : compiled();
const cold = timed(() => run(0));
const samples = Array.from({ length: warmRounds }, (_, at) => timed(() => run(at + 1))).sort((x, y) => x - y);
const memory = process.memoryUsage().rss / (1 << 20);
console.log(JSON.stringify({ cold, warm: samples[warmRounds / 2], memory }));
