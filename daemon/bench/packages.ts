// npm run bench:packages [-- NAME | -- BASE NEXT LATER]: what `parley compare` says of published versions of packages, pair by pair.
// With three folders: of these instead. Fetches packages with npm.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Finding } from "../../shared/model/conflict.ts";
import { fetchPackage, sidesOf, type Changes, type Package, type Sides } from "./packageSources.ts";
import { figure, printTable } from "./table.ts";

interface Known {
  packages: Package[];
  /** By pair and subject: what reading both sides by hand said. */
  verdicts: Record<string, string>;
}

interface Compared {
  conflicts: Finding[];
  unanswered: string[];
  elapsedMs: number;
}

const program = path.join(import.meta.dirname, "../../dist/parley.cjs");
const known = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "packagePairs.json"), "utf8")) as Known;
const longest = 120_000;

const args = process.argv.slice(2);
const rows: string[][] = [];
for (const sides of await allSides()) {
  rows.push(measure(sides));
  console.log(rows.at(-1)!.join(" | "));
}
printTable(
  `Packages: accuracy over ${rows.length} pairs`,
  ["pair", "files", "ms", "warn by kind", "contract breaks", "confirmed", "open"],
  rows,
);

async function allSides(): Promise<Sides[]> {
  if (args.length === 3) return sidesOf(path.basename(args[0]!), args as [string, string, string]);
  const all: Sides[] = [];
  for (const { name, versions } of known.packages) {
    if (args.length > 0 && name !== args[0]) continue;
    const folders = versions.map((version) => fetchPackage(name, version)) as Package["versions"];
    all.push(...(await sidesOf(`${name} ${versions[0]}`, folders)));
  }
  return all;
}

function measure(sides: Sides): string[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "parley-packages-pair-"));
  try {
    return rowOf(sides, root);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

function rowOf(sides: Sides, root: string): string[] {
  for (const side of ["base", "a", "b"] as const) layOut(sides.folder, path.join(root, side), sides[side]);
  const read = compare(root, ["--no-witness"]);
  if (typeof read === "string") return [sides.name, "", read];
  const warned = read.conflicts.filter(({ severity }) => severity !== "info");
  const breaks = warned.filter(({ kind }) => kind === "contract_break");
  const witnessed = breaks.length > 0 && !sides.isSound ? compare(root, []) : null;
  const confirmed = new Set(witnessed && typeof witnessed !== "string" ? subjectsWitnessed(witnessed) : []);
  const open = breaks.filter(({ subjects }) => !subjects.some((subject) => confirmed.has(subject)));
  const unread = open.filter(({ subjects }) => !known.verdicts[`${sides.name}: ${subjects[0]}`]?.startsWith("breaks"));
  for (const { summary, subjects } of unread) console.log(`${sides.name}: ${subjects.join(" ")}\n  ${summary}`);
  return [
    ...[sides.name, `${sides.a.size}+${sides.b.size}`, figure(read.elapsedMs), kindsOf(warned)],
    ...[breaks.length, breaks.length - unread.length, unread.length].map(String),
  ];
}

/** A copy of the folder, with its changes. */
function layOut(folder: string, to: string, changes: Changes): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    const copy = path.join(to, path.relative(folder, from));
    if (!entry.isFile() || changes.has(path.relative(folder, from).replaceAll(path.sep, "/"))) continue;
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    fs.copyFileSync(from, copy);
  }
  for (const [file, text] of changes) {
    if (text === null) continue;
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    fs.writeFileSync(path.join(to, file), text);
  }
}

function compare(root: string, options: string[]): Compared | string {
  const sides = ["base", "a", "b"].flatMap((side) => [`--${side}`, path.join(root, side)]);
  const run = spawnSync(process.execPath, [program, "compare", ...sides, "--json", ...options], {
    ...{ encoding: "utf8", timeout: longest, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] },
  });
  if (run.status !== 0) return run.stderr.trim() || "not in time";
  if (run.stderr) console.log(run.stderr);
  const compared = JSON.parse(run.stdout) as Compared;
  // What was not read says nothing: it is no silence.
  return compared.unanswered.length > 0 ? `not in time: ${compared.unanswered.join(", ")}` : compared;
}

function subjectsWitnessed({ conflicts }: Compared): string[] {
  return conflicts.filter(({ witness }) => witness).flatMap(({ subjects }) => subjects);
}

function kindsOf(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ") || "none";
}
