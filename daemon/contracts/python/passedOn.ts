// Functions that Python code hands to something that calls them: `map(f, rows)`, `sorted(rows, key=f)`, `pool.submit(f, 1)`.
// Knows no definitions: only who calls how.
import type { SyntaxNode } from "../syntaxTree.ts";
import { givenIn, type Given } from "./calls.ts";
import { lastName } from "./readFunction.ts";

/** Which argument is the function; the arguments behind it are handed on. */
const handingOn: Record<string, number> = {
  ...{ submit: 0, to_thread: 0, call_soon: 0, call_soon_threadsafe: 0, start_soon: 0, run_sync: 0 },
  ...{ run_in_executor: 1, call_later: 1, call_at: 1 },
};
const byKey = new Set(["sorted", "min", "max", "sort", "groupby", "nlargest", "nsmallest"]);

export function passedOn(call: SyntaxNode): { callee: SyntaxNode; given: Given } | null {
  const list = call.child("arguments");
  const name = lastName(call.child("function")?.text ?? "");
  if (list?.type !== "argument_list" || list.children.some(({ type }) => type.endsWith("_splat"))) return null;
  const positional = list.children.filter(({ type }) => type !== "keyword_argument");
  const option = (key: string): SyntaxNode | null =>
    list.children
      .find((each) => each.type === "keyword_argument" && each.child("name")?.text === key)
      ?.child("value") ?? null;
  const calls = (callee: SyntaxNode | null | undefined, count: number) =>
    callee ? { callee, given: plain(count) } : null;
  if (name === "map" && positional.length > 1) return calls(positional[0], positional.length - 1);
  if (name === "filter" || name === "reduce") return calls(positional[0], name === "filter" ? 1 : 2);
  if (byKey.has(name)) return calls(option("key"), 1);
  if (name === "Thread" || name === "Process") return ofThread(option("target"), option("args"), option("kwargs"));
  const at = Object.hasOwn(handingOn, name) ? handingOn[name]! : -1;
  const callee = at < 0 ? undefined : positional[at];
  if (!callee) return null;
  const { keywords } = givenIn(call);
  return { callee, given: { ...plain(positional.length - at - 1), keywords } };
}

function plain(positional: number): Given {
  return { positional, hasSpread: false, keywords: [], hasKeywordSpread: false };
}

/** `Thread(target=f, args=(1, 2))`. */
function ofThread(callee: SyntaxNode | null, args: SyntaxNode | null, options: SyntaxNode | null) {
  if (!callee || (args && !/^(?:tuple|list)$/.test(args.type))) return null;
  return { callee, given: { ...plain(args?.children.length ?? 0), hasKeywordSpread: options !== null } };
}
