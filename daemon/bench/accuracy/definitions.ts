// Which definitions a side changed: hunks of git mapped to the definitions around their lines. The oracle of symbol overlaps.
// Knows nothing of Parley's readers: Python and Go go by their layout, TypeScript by the compiler's tree.
import ts from "typescript";
import type { History, Sides } from "./history.ts";

export interface Overlap {
  /** In the base. */
  path: string;
  /** Qualified, as in `Refund.issue`. */
  name: string;
}

interface Definition {
  name: string;
  /** Lines from 1, both included. */
  start: number;
  end: number;
}

type Lines = [start: number, count: number];

interface FileChange {
  oldPath: string | null;
  newPath: string | null;
  hunks: { old: Lines; now: Lines }[];
}

const read = /\.([cm]?[jt]sx?|py|go)$/;
/** The same for git: other files may be missing from a copy of a repository. */
const code = ["*.[jt]s", "*.[cm][jt]s", "*.[jt]sx", "*.py", "*.go"];

/** Definitions that both sides changed, each in its way; also where one changed a class's own lines and the other a method. */
export function overlapsOf(history: History, { base, a, b }: Sides): Overlap[] {
  const [inA, inB] = [changesOf(history, base, a), changesOf(history, base, b)];
  const both = [...inA.keys()].filter((key) => inB.has(key) && inB.get(key) !== inA.get(key));
  const through = [...within(inA, inB), ...within(inB, inA)].filter((key) => !both.includes(key));
  return [...new Set([...both, ...through])].map((key) => {
    const [path, name] = key.split("\0") as [string, string];
    return { path, name };
  });
}

/** What one side changed in a class whose own lines the other one changed. */
function within(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...one.keys()].filter(
    (key) => key.includes(".", key.indexOf("\0")) && other.has(key.slice(0, key.lastIndexOf("."))),
  );
}

/** Path and name of each changed definition → what it is now, "" where it is gone. */
function changesOf(history: History, base: string, side: string): Map<string, string> {
  const changes = new Map<string, string>();
  for (const { oldPath, newPath, hunks } of filesChanged(history, base, side)) {
    const path = oldPath ?? newPath!;
    if (!read.test(path)) continue;
    const [old, now] = [new Version(history, base, oldPath), new Version(history, side, newPath)];
    const touched = new Set(hunks.flatMap((hunk) => [...old.around(hunk.old), ...now.around(hunk.now)]));
    for (const name of touched) {
      const [before, after] = [old.contentOf(name), now.contentOf(name)];
      if (before !== after) changes.set(`${path}\0${name}`, after);
    }
  }
  return changes;
}

/** One version of a file. */
class Version {
  private readonly lines: string[];
  private readonly definitions: Definition[];

  constructor(
    history: History,
    commit: string,
    private readonly path: string | null,
  ) {
    const text = path === null ? "" : history.git(["cat-file", "blob", `${commit}:${path}`]);
    this.lines = text.split("\n");
    this.definitions = path === null ? [] : definitionsIn(path, text, this.lines);
  }

  /** Names of the innermost definitions that have the lines. */
  around([start, count]: Lines): string[] {
    const lines = Array.from({ length: count }, (_, at) => start + at);
    return lines.flatMap((line) => this.innermost(line)?.name ?? []);
  }

  /** Own lines of all definitions of the name, without comments and layout; "" where there is none. */
  contentOf(name: string): string {
    const own = this.definitions.filter((definition) => definition.name === name);
    const lines = own.flatMap(({ start, end }) =>
      this.lines.slice(start - 1, end).filter((_, at) => this.innermost(start + at)?.name === name),
    );
    return lines.length === 0 ? "" : `:${withoutLayout(this.path!, lines)}`;
  }

  private innermost(line: number): Definition | undefined {
    return this.definitions.findLast(({ start, end }) => start <= line && line <= end);
  }
}

function withoutLayout(path: string, lines: string[]): string {
  const comment = path.endsWith(".py") ? /(^|\s)#.*$/ : /(^|\s)\/\/.*$/;
  const text = lines.map((line) => line.replace(comment, "")).join(" ");
  const bare = path.endsWith(".py") ? text : text.replace(/\/\*.*?\*\//g, " ");
  return bare.replace(/\s+/g, "").replaceAll("'", '"').replace(/[,;]/g, "");
}

function filesChanged(history: History, base: string, side: string): FileChange[] {
  const options = [
    "--unified=0",
    "--find-renames",
    "--no-color",
    "--no-ext-diff",
    "--src-prefix=a/",
    "--dst-prefix=b/",
  ];
  const diff = history.git(["-c", "core.quotePath=false", "diff", ...options, base, side, "--", ...code]);
  return diff
    .split(/^diff --git /m)
    .slice(1)
    .map(fileChangeOf);
}

function fileChangeOf(text: string): FileChange {
  const pathAfter = (mark: RegExp): string | null => mark.exec(text)?.[1]?.replace(/\t$/, "") ?? null;
  const hunks = [...text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((hunk) => ({
    old: [Number(hunk[1]), Number(hunk[2] ?? 1)] as Lines,
    now: [Number(hunk[3]), Number(hunk[4] ?? 1)] as Lines,
  }));
  return { oldPath: pathAfter(/^--- a\/(.*)$/m), newPath: pathAfter(/^\+\+\+ b\/(.*)$/m), hunks };
}

/** Outer ones before inner ones. */
function definitionsIn(path: string, text: string, lines: string[]): Definition[] {
  if (path.endsWith(".py")) return definitionsInPython(lines);
  return path.endsWith(".go") ? definitionsInGo(lines) : definitionsInScript(path, text);
}

function definitionsInScript(path: string, text: string): Definition[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Definition[] = [];
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const enter = (node: ts.Node, name: string): void => {
    found.push({ name, start: lineOf(node.getStart(file)), end: lineOf(node.end) });
  };
  const visit = (node: ts.Node, outer: string): void => {
    for (const statement of statementsOf(node)) {
      const names = namesOf(statement);
      for (const each of names) enter(statement, outer + each);
      if (names.length === 1) visit(statement, `${outer}${names[0]!}.`);
    }
  };
  visit(file, "");
  return found;
}

function statementsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isSourceFile(node) || ts.isModuleBlock(node)) return node.statements;
  if (ts.isModuleDeclaration(node) && node.body) return statementsOf(node.body);
  return ts.isClassDeclaration(node) ? node.members.filter(isMethod) : [];
}

function isMethod(member: ts.ClassElement): boolean {
  if (!ts.isPropertyDeclaration(member)) return ts.isFunctionLike(member);
  return member.initializer !== undefined && ts.isFunctionLike(member.initializer);
}

function namesOf(node: ts.Node): string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  if (ts.isConstructorDeclaration(node)) return ["constructor"];
  if (ts.isExpressionStatement(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return [];
  const name = ts.getNameOfDeclaration(node as ts.Declaration);
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? [name.text] : [];
}

function definitionsInPython(lines: string[]): Definition[] {
  const found: Definition[] = [];
  const open: { definition: Definition; indent: number; isClass: boolean }[] = [];
  let decorated: number | null = null;
  let quote: string | null = null;
  let depth = 0;
  lines.forEach((line, at) => {
    const isInside = quote !== null || depth > 0;
    const starts = !isInside && /\S/.test(line) && !/^\s*#/.test(line);
    if (starts) {
      const indent = line.search(/\S/);
      while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
      const outer = open.at(-1);
      const match = /^\s*(?:async\s+)?(class|def)\s+(\w+)|^(\w+)\s*(?::[^=]+)?=(?!=)/.exec(line);
      if (/^\s*@/.test(line)) decorated ??= at + 1;
      else if (match && (!outer || outer.isClass)) {
        const name = [...open.map(({ definition }) => definition.name), match[2] ?? match[3]!].slice(-2).join(".");
        const definition = { name, start: decorated ?? at + 1, end: at + 1 };
        found.push(definition);
        open.push({ definition, indent, isClass: match[1] === "class" });
      }
      if (!/^\s*@/.test(line)) decorated = null;
    }
    ({ quote, depth } = pythonState(line, quote, depth));
    if (starts || isInside) for (const { definition } of open) definition.end = at + 1;
  });
  return found;
}

/** Whether a text of three quotes or a bracket is open after the line. */
function pythonState(line: string, quote: string | null, depth: number): { quote: string | null; depth: number } {
  const tokens = line.matchAll(/"""|'''|\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*$|[()[\]{}]/g);
  for (const [token] of tokens) {
    if (quote !== null) quote = token === quote ? null : quote;
    else if (token === '"""' || token === "'''") quote = token;
    else if ("([{".includes(token)) depth++;
    else if (")]}".includes(token)) depth = Math.max(0, depth - 1);
  }
  return { quote, depth };
}

function definitionsInGo(lines: string[]): Definition[] {
  const found: Definition[] = [];
  let group = false;
  let last: Definition | null = null;
  lines.forEach((line, at) => {
    const whole = /^func (?:\(\s*(?:\w+\s+)?\*?(\w+)(?:\[[^\]]*\])?\s*\) )?(\w+)|^(?:type|var|const) (\w+)/.exec(line);
    const member = group ? /^\t(\w+)/.exec(line) : null;
    if (whole ?? member) {
      const name = whole
        ? [whole[1], whole[2] ?? whole[3]].filter((part) => part !== undefined).join(".")
        : member![1]!;
      last = { name, start: at + 1, end: at + 1 };
      found.push(last);
      if (whole && (/[^{(,]$/.test(line) || /\{.*\}$/.test(line))) last = null;
    } else if (last) last.end = at + 1;
    if (/^(type|var|const) \($/.test(line)) group = true;
    if ((/^[)}]/.test(line) && !line.endsWith("{")) || (group && /^\t[)}]/.test(line))) last = null;
    if (/^\)/.test(line)) group = false;
  });
  return found;
}
