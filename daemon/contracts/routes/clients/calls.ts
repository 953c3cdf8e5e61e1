// HTTP calls in the code of a file, whatever its language.
// Knows no servers.
import { languageOf } from "../../../syntax/languageOf.ts";
import type { CallExpr, Module, Span } from "../code/expr.ts";
import { addressIn, isPath } from "../code/marks.ts";
import type { Place, Program } from "../code/program.ts";
import type { Sent } from "./given.ts";
import { goCall } from "./go.ts";
import { pythonCall } from "./python.ts";
import { requestOf, type Request } from "./request.ts";
import { scriptCall } from "./scripts.ts";

export interface HttpCall {
  request: Request;
  path: string;
  /** The application that is asked, where a test says so. */
  application?: Place;
  /** The whole call. */
  span: Span;
  /** Its address as it is written there; what is called where that cannot be told. */
  address: Span;
}

const mostCalls = 2_000;
const mostInner = 200;

export function httpCallsOf(program: Program, module: Module): HttpCall[] {
  const found: HttpCall[] = [];
  for (const expr of module.calls) {
    if (found.length >= mostCalls) break;
    const place = { module, expr, env: null };
    for (const sent of sentBy(program, place))
      for (const url of sent.urls) {
        const request = requestOf(sent, url);
        if (request)
          found.push({
            request,
            path: module.path,
            ...(sent.application ? { application: sent.application } : {}),
            span: { start: expr.start, end: expr.end },
            address: addressIn(program, place),
          });
      }
  }
  return found;
}

function sentBy(program: Program, call: Place<CallExpr>): Sent[] {
  const sent = ownCall(program, call);
  return sent ? [sent] : throughWrapper(program, call);
}

function ownCall(program: Program, call: Place<CallExpr>): Sent | null {
  const language = languageOf(call.module.path);
  if (language === "py") return pythonCall(program, call);
  return language === "go" ? goCall(program, call) : scriptCall(program, call);
}

/** A function of the project that asks for what it is told: `get("/users")` where `get` is `(path) => fetch("/api" + path)`. */
function throughWrapper(program: Program, call: Place<CallExpr>): Sent[] {
  const { expr, module, env } = call;
  if (expr.args.length === 0 || !expr.args.some((arg) => saysPath(program, { module, expr: arg, env }))) return [];
  const wrapper = program.resolve({ module, expr: expr.callee, env });
  if (wrapper.expr.is !== "function") return [];
  const { start, end } = wrapper.expr;
  const inner = wrapper.module.calls.filter((each) => each.start >= start && each.end <= end).slice(0, mostInner);
  const bound = program.envOf(call, wrapper);
  return inner.flatMap((each) => {
    const alone = ownCall(program, { module: wrapper.module, expr: each, env: null });
    const told = alone && ownCall(program, { module: wrapper.module, expr: each, env: bound });
    return told && JSON.stringify(told.urls) !== JSON.stringify(alone.urls) ? [{ ...told, isGuess: true }] : [];
  });
}

function saysPath(program: Program, place: Place): boolean {
  const { is } = place.expr;
  if (is !== "text" && is !== "join" && is !== "name" && is !== "member" && is !== "record") return false;
  return is === "record" || isPath(program, place);
}
