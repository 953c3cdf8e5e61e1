// The text of a policy file → a policy, or what keeps it from being one; and what is odd about it.
// Knows no file and no checkout.
import * as z from "zod";
import { startOfFile } from "../../shared/model/location.ts";
import { policySchema, type Policy, type PolicyProblem } from "../../shared/protocol/policyFile.ts";
import { contractGlob, pathGlob } from "../core/policy/glob.ts";
import { adviceOn } from "./advice.ts";
import { readYaml, type KeyPath, type YamlTree } from "./yamlTree.ts";

export interface PolicyReading {
  /** Null where there is an error. */
  policy: Policy | null;
  /** In the order of the text. */
  problems: PolicyProblem[];
}

/** Characters. */
export const longestPolicy = 64 << 10;
const mostPatterns = 1000;

/** Never throws, and takes milliseconds, whatever the text is. */
export async function readPolicy(text: string): Promise<PolicyReading> {
  if (text.length > longestPolicy) return refusedPolicy(`it is longer than ${longestPolicy >> 10} KB: shorten it`);
  const tree = await readYaml(text);
  if (tree.problems.length > 0) return { policy: null, problems: tree.problems };
  const value = structuredClone(tree.value);
  const warnings = takeUnknown(value, tree);
  const parsed = policySchema.safeParse(value);
  const errors = parsed.success ? patternProblems(parsed.data, tree) : issueProblems(parsed.error.issues, value, tree);
  const policy = parsed.success && errors.length === 0 ? parsed.data : null;
  const advice = policy ? adviceOn(policy, (path) => tree.placeOf(path)) : [];
  return { policy, problems: [...errors, ...warnings, ...advice].sort(byPlace) };
}

/** For a file that is not read at all. */
export function refusedPolicy(why: string): PolicyReading {
  return {
    policy: null,
    problems: [{ severity: "error", message: `The policy cannot be read: ${why}.`, range: startOfFile }],
  };
}

function byPlace({ range: { start: x } }: PolicyProblem, { range: { start: y } }: PolicyProblem): number {
  return x.line - y.line || x.character - y.character;
}

/** Takes unknown keys out of the value, and tells of them. */
function takeUnknown(value: unknown, tree: YamlTree): PolicyProblem[] {
  const issues = policySchema.safeParse(value).error?.issues ?? [];
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const path = issue.path as KeyPath;
    const holder = valueAt(value, path) as Record<string, unknown>;
    return issue.keys.map((name): PolicyProblem => {
      delete holder[name];
      const message = `${nameOf([...path, name])} is not known and does nothing: ${insteadOf(name, keysAt(path))}.`;
      return { severity: "warning", message, range: tree.placeOfKey([...path, name]) };
    });
  });
}

function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (inside, name) => (inside as Record<string | number, unknown> | undefined)?.[name],
    value,
  );
}

/** The keys that a group may have. */
function keysAt(path: KeyPath): string[] {
  let schema: z.core.$ZodType = policySchema;
  for (const name of path) {
    schema = bare(schema);
    if (schema instanceof z.ZodArray) schema = schema.element;
    else if (schema instanceof z.ZodObject) schema = (schema.shape as Record<string, z.ZodType>)[name]!;
  }
  schema = bare(schema);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return isWrapped ? bare(schema.unwrap()) : schema;
}

function insteadOf(name: string, known: string[]): string {
  const [nearest] = known
    .map((key) => ({ key, distance: distance(name.toLowerCase(), key) }))
    .sort((x, y) => x.distance - y.distance);
  const isNear = nearest && nearest.distance <= Math.max(2, nearest.key.length / 3);
  return isNear ? `write ${nearest.key}` : `known are ${known.join(", ")}`;
}

/** Letters to change, to add or to take away. */
function distance(from: string, to: string): number {
  if (from.length > 100) return from.length;
  let row = [...Array(to.length + 1).keys()];
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let to_ = 0; to_ < to.length; to_++)
      next.push(Math.min(row[to_ + 1]! + 1, next[to_]! + 1, row[to_]! + Number(letter !== to[to_])));
    row = next;
  }
  return row.at(-1)!;
}

/** One for each place. */
function issueProblems(issues: readonly z.core.$ZodIssue[], value: unknown, tree: YamlTree): PolicyProblem[] {
  const met = new Set<string>();
  return issues.flatMap(({ path, message }): PolicyProblem[] => {
    const at = path as KeyPath;
    const name = nameOf(at);
    if (met.has(name)) return [];
    met.add(name);
    const found = valueAt(value, at);
    const state = found === undefined ? "is missing" : found === null ? "is empty" : `is ${shown(found)}`;
    return [{ severity: "error", message: `${name} ${state}: it has to be ${message}.`, range: tree.placeOf(at) }];
  });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** `protected_paths[0].owners[1]` */
function nameOf(path: KeyPath): string {
  const name = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  return name.replace(/^\./, "") || "The policy";
}

function patternProblems(policy: Policy, tree: YamlTree): PolicyProblem[] {
  const paths: [KeyPath, string][] = [
    ...policy.protected_paths.flatMap((rule, n) =>
      rule.paths.map((path, m): [KeyPath, string] => [["protected_paths", n, "paths", m], path]),
    ),
    ...(["exclusive_by_default", "ignore_paths"] as const).flatMap((key) =>
      policy[key].map((path, n): [KeyPath, string] => [[key, n], path]),
    ),
  ];
  const contracts = policy.contract_criticality.map(({ match }, n): [KeyPath, string] => [
    ["contract_criticality", n, "match"],
    match,
  ]);
  if (paths.length + contracts.length > mostPatterns)
    return refusedPolicy(`it has more than ${mostPatterns} patterns: take fewer, wider ones`).problems;
  const check = (of: typeof pathGlob, [path, text]: [KeyPath, string]): PolicyProblem[] => {
    const glob = of(text);
    if (!("problem" in glob)) return [];
    const message = `${nameOf(path)} is ${shown(text)}: ${glob.problem}.`;
    return [{ severity: "error", message, range: tree.placeOf(path) }];
  };
  return [...paths.flatMap((each) => check(pathGlob, each)), ...contracts.flatMap((each) => check(contractGlob, each))];
}
