// Manifests → the dependencies that they list, with their ranges: package.json, go.mod, pyproject.toml, requirements.txt.
// Knows no code.
import path from "node:path";
import ts from "typescript";
import { startOf } from "../../syntax/languages/typescriptNodes.ts";
import { majorsOf } from "./version.ts";

export type Ecosystem = "npm" | "go" | "python";

export interface Dependency {
  name: string;
  majors: readonly number[];
  /** Where the manifest lists it. */
  start: number;
  end: number;
}

export function ecosystemOf(manifest: string): Ecosystem | null {
  const name = path.posix.basename(manifest);
  if (name === "package.json") return "npm";
  if (name === "go.mod") return "go";
  return name === "pyproject.toml" || /^requirements[^/]*\.txt$/.test(name) ? "python" : null;
}

export function dependenciesIn(manifest: string, text: string): Map<string, Dependency> {
  const name = path.posix.basename(manifest);
  const listed = name === "package.json" ? ofPackage(manifest, text) : ofLines(name, text);
  return new Map(listed.map((each) => [each.name, each]));
}

const listings = new Set(["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]);

/** What a package runs with stands over what it is developed with. */
function ofPackage(manifest: string, text: string): Dependency[] {
  const file = parsed(manifest, text);
  const root = file?.statements[0]?.expression;
  if (!file || !root || !ts.isObjectLiteralExpression(root)) return [];
  const lists = root.properties.filter((each) => ts.isPropertyAssignment(each));
  return lists
    .filter(({ name }) => ts.isStringLiteral(name) && listings.has(name.text))
    .reverse()
    .flatMap(({ initializer }) =>
      ts.isObjectLiteralExpression(initializer)
        ? initializer.properties.flatMap((each) => {
            if (!ts.isPropertyAssignment(each) || !ts.isStringLiteral(each.name)) return [];
            const range = ts.isStringLiteral(each.initializer) ? each.initializer.text : "";
            return [{ name: each.name.text, majors: majorsOf(range), start: startOf(each, file), end: each.end }];
          })
        : [],
    );
}

/** Null: nested too deeply. */
function parsed(manifest: string, text: string): ts.JsonSourceFile | null {
  try {
    return ts.parseJsonText(manifest, text);
  } catch {
    return null;
  }
}

type ReadLine = (line: string, section: string) => { name: string; range: string }[];

function ofLines(manifest: string, text: string): Dependency[] {
  const read = manifest === "go.mod" ? goLine : manifest === "pyproject.toml" ? projectLine : requirementLine;
  const found: Dependency[] = [];
  let section = "";
  let start = 0;
  for (const line of text.split("\n")) {
    const bare = line.trim();
    section = nextSection(manifest, bare, section);
    const end = start + line.trimEnd().length;
    if (bare.length < 1000)
      for (const { name, range } of read(bare, section))
        found.push({ name, majors: majorsOf(range), start: start + line.length - line.trimStart().length, end });
    start += line.length + 1;
  }
  return found;
}

function nextSection(manifest: string, line: string, section: string): string {
  if (manifest === "go.mod") return /^\w+ \($/.test(line) ? line.slice(0, -2) : line === ")" ? "" : section;
  if (/^\[[^"']*\]$/.test(line)) return line.replace(/^\[+|\]+$/g, "");
  return section;
}

function goLine(line: string, section: string): ReturnType<ReadLine> {
  const found = /^(?:require\s+)?(\S+)\s+(v\d\S*)/.exec(line);
  const isRequired = section === "require" || (section === "" && line.startsWith("require "));
  return found && isRequired ? [{ name: found[1]!, range: found[2]! }] : [];
}

const requirement = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/;

function requirementLine(line: string): ReturnType<ReadLine> {
  const found = requirement.exec(line.replace(/[#;].*$/, ""));
  return found ? [{ name: pythonName(found[1]!), range: found[2]! }] : [];
}

/** A list of requirements as strings, or a table of names as poetry has it. */
function projectLine(line: string, section: string): ReturnType<ReadLine> {
  const isTable = /^tool\.poetry\.(?:group\.[^.]+\.)?(?:dev-)?dependencies$/.test(section);
  if (isTable) {
    const found = /^["']?([A-Za-z0-9][\w.-]*)["']?\s*=\s*(?:\{.*?version\s*=\s*)?["']([^"']*)["']/.exec(line);
    return found ? [{ name: pythonName(found[1]!), range: found[2]! }] : [];
  }
  const isList = ["project", "project.optional-dependencies", "dependency-groups", "tool.uv"].includes(section);
  const isEntry = /^["']/.test(line) || /^[\w-]+\s*=\s*\[/.test(line);
  if (!isList || !isEntry || /^(?:classifiers|keywords|authors|dynamic|requires)\b/.test(line)) return [];
  return [...line.matchAll(/"([^"]*)"|'([^']*)'/g)].flatMap(([, double, single]) =>
    requirementLine(double ?? single ?? ""),
  );
}

/** As package indexes compare names. */
export function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
