// The HTTP calls that a side has and its base has not.
// Knows no routes.
import type { Proceed } from "../../sides/work.ts";
import type { Side, VersionTree } from "../family.ts";
import { httpCallsOf, type HttpCall } from "./clients/calls.ts";
import { Program } from "./code/program.ts";

const mostCalls = 1_000;

export function newCallsOf({ base, now, changed }: Side, proceed: Proceed): HttpCall[] {
  const old = new Map<string, number>();
  const count = (tree: VersionTree): [string, HttpCall][] => callsOf(tree, changed, proceed);
  for (const [key] of count(base)) old.set(key, (old.get(key) ?? 0) + 1);
  const found: HttpCall[] = [];
  for (const [key, call] of count(now)) {
    const left = old.get(key) ?? 0;
    if (left > 0) old.set(key, left - 1);
    else if (found.length < mostCalls) found.push(call);
  }
  return found;
}

/** With what tells two calls apart: how each is written, and what it asks for. */
function callsOf(tree: VersionTree, paths: readonly string[], proceed: Proceed): [string, HttpCall][] {
  const program = new Program(tree);
  return paths.flatMap((path) => {
    proceed();
    const module = program.module(path);
    const text = tree.read(path) ?? "";
    return (module ? httpCallsOf(program, module) : []).map((call): [string, HttpCall] => {
      const written = text.slice(call.span.start, call.span.end).replace(/\s+/g, " ");
      return [JSON.stringify([written, call.request]), call];
    });
  });
}
