// HTTP calls of Python: requests, httpx, aiohttp, urllib, and the test clients of the web frameworks.
// Knows no servers.
import type { CallExpr, Expr } from "../code/expr.ts";
import type { Place, Program } from "../code/program.ts";
import { joined, joinedUrl, known, textOf, textsOf, type Text } from "../code/texts.ts";
import { askedApplication } from "./asked.ts";
import { Given, type Sent } from "./given.ts";

const verbs = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);
const libraries = new Set(["requests", "httpx", "aiohttp"]);
const sessions = new Set([
  "Session",
  "session",
  "Client",
  "AsyncClient",
  "ClientSession",
  "TestClient",
  "AsyncTestClient",
]);

interface Client {
  base: Text | null;
  /** The base is a whole address, and what begins with a slash is below its host. */
  isJoined?: boolean;
  isGuess?: boolean;
  application?: Place;
}

export function pythonCall(program: Program, call: Place<CallExpr>): Sent | null {
  const { callee, args } = call.expr;
  const given = new Given(program, call);
  if (callee.is === "name" && callee.name === "urlopen") return { method: null, urls: given.urls(args[0]) };
  if (callee.is !== "member" && callee.is !== "name") return null;
  const name = functionName(program, call);
  if (!verbs.has(name) && !["request", "stream", "ws_connect"].includes(name)) return null;
  const client = callee.is === "member" ? clientOf(program, { ...call, expr: callee.of }) : libraryOf(program, call);
  if (!client) return null;
  const isVerb = verbs.has(name);
  const url = given.named("url") ?? args[isVerb ? 0 : 1];
  const method = isVerb ? name.toUpperCase() : given.word(args[0] ? given.at(args[0]) : null);
  const urls = (url ? textsOf(program, given.at(url)) : []).map((each) => below(client, each));
  const wanted = client.isGuess ? urls.filter(([first]) => first?.startsWith("/")) : urls;
  const [json, params] = [given.named("json"), given.named("params")];
  const query = params ? given.namesIn(given.at(params)) : [];
  const isEmpty = !given.named("data") && !given.named("content") && !given.named("files");
  const body = json ? given.namesIn(given.at(json)) : isEmpty ? [] : null;
  const asked = client.application ? { application: client.application } : {};
  return { method, urls: wanted, body, query, ...asked, ...(client.isGuess ? { isGuess: true } : {}) };
}

/** `get` of `from requests import get`, too. */
function functionName(program: Program, { module, expr, env }: Place<CallExpr>): string {
  const { callee } = expr;
  if (callee.is === "member") return callee.name;
  const at = program.resolve({ module, expr: callee, env }).expr;
  return at.is === "import" ? at.name : "";
}

function libraryOf(program: Program, { module, expr, env }: Place<CallExpr>): Client | null {
  const at = program.resolve({ module, expr: expr.callee, env }).expr;
  return at.is === "import" && libraries.has(at.module) ? { base: null } : null;
}

function below({ base, isJoined }: Client, url: Text): Text {
  if (!base || known(base) === "") return url;
  if (isJoined) return joinedUrl(base, url);
  const [first] = url;
  if (first === null || first === undefined || /^[a-z]+:\/\//i.test(first)) return url;
  const last = base.at(-1);
  const head = typeof last === "string" ? [...base.slice(0, -1), last.replace(/\/+$/, "")] : base;
  return joined([head, ["/"], [first.replace(/^\/+/, ""), ...url.slice(1)]]);
}

function clientOf(program: Program, place: Place): Client | null {
  const at = program.resolve(place);
  const { expr } = at;
  if (expr.is === "import") return libraries.has(expr.module) && expr.name === "*" ? { base: null } : null;
  if (expr.is === "typed" || expr.is === "param") return ofType(expr);
  if (expr.is === "call") return ofMaker(program, at as Place<CallExpr>);
  return expr.is === "name" || expr.is === "member" ? byName(expr.name) : null;
}

function ofType(expr: Expr & ({ is: "typed" } | { is: "param" })): Client | null {
  const type = (expr.type ?? "").split(".").at(-1)!;
  if (sessions.has(type) || type === "FlaskClient") return { base: null };
  return expr.is === "param" ? byName(expr.name) : null;
}

/** A fixture of tests: `client.get("/items")`. */
function byName(name: string): Client | null {
  return /^(?:\w+_)?(?:client|ac)$/.test(name) ? { base: null, isGuess: true } : null;
}

/** `httpx.Client(base_url=…)`, `aiohttp.ClientSession(…)`, `TestClient(app)`, `app.test_client()`. */
function ofMaker(program: Program, call: Place<CallExpr>): Client | null {
  const { callee, args, named } = call.expr;
  const name = callee.is === "member" || callee.is === "name" ? callee.name : "";
  const asked = askedApplication(call.expr);
  const application = asked ? { application: { ...call, expr: asked } } : {};
  if (name === "test_client") return { base: null, ...application };
  const made = program.resolve({ ...call, expr: callee }).expr;
  const real = made.is === "import" ? made.name : name;
  if (!sessions.has(real)) return null;
  const isAiohttp = real === "ClientSession";
  const base = named.get("base_url") ?? (isAiohttp ? args[0] : undefined);
  return { base: base ? textOf(program, { ...call, expr: base }) : null, isJoined: isAiohttp, ...application };
}
