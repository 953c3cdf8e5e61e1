// HTTP calls of TypeScript and JavaScript: fetch, axios, ky, got, Angular's HttpClient, and what tests ask an application with.
// Knows no servers.
import type { CallExpr, Expr } from "../code/expr.ts";
import type { Place, Program } from "../code/program.ts";
import { hole, joined, known, textOf, textsOf, type Text } from "../code/texts.ts";
import { Given, type Sent } from "./given.ts";

type Kind = "fetch" | "axios" | "ky" | "got" | "angular" | "plain" | "test";

/** What requests are sent with; `base` stands before each address. */
interface Client {
  kind: Kind;
  base: Text | null;
  isGuess?: boolean;
  application?: Place;
}

const verbs: Record<string, string> = {
  ...{ get: "GET", post: "POST", put: "PUT", patch: "PATCH", delete: "DELETE", del: "DELETE", head: "HEAD" },
  ...{ options: "OPTIONS", getJSON: "GET" },
};

const libraries: Record<string, Kind> = {
  ...{ axios: "axios", ky: "ky", got: "got", "node-fetch": "fetch", "cross-fetch": "fetch", undici: "fetch" },
  ...{ "isomorphic-fetch": "fetch", ofetch: "fetch", supertest: "test", superagent: "plain", wretch: "plain" },
  ...{ "ky-universal": "ky", "@tauri-apps/plugin-http": "fetch", "light-my-request": "test", swr: "fetch" },
};

const fetchNames = new Set(["fetch", "$fetch", "useFetch", "useSWR"]);
const globals = new Set(["window", "globalThis", "self", "global"]);

export function scriptCall(program: Program, call: Place<CallExpr>): Sent | null {
  const given = new Given(program, call);
  const { callee } = call.expr;
  if (isFetch(program, call)) return fetched(given, null);
  const client = clientOf(program, { ...call, expr: callee }, 8);
  if (client) return client.kind === "fetch" ? fetched(given, client.base) : called(given, client);
  if (callee.is !== "member") return null;
  return ofMember(given, callee);
}

function ofMember(given: Given, callee: Expr & { is: "member" }): Sent | null {
  const { program, call } = given;
  const method = Object.hasOwn(verbs, callee.name) ? verbs[callee.name]! : null;
  const isRequest = callee.name === "request" || callee.name === "inject" || callee.name === "handle";
  if (!method && !isRequest && callee.name !== "ajax") return null;
  const client = clientOf(program, { ...call, expr: callee.of }, 8);
  if (client) return method ? verbCall(given, client, method) : called(given, client);
  if (!isRequest) return guessed(given, callee, method);
  const sent = applicationCall(given, callee.name);
  return sent && { ...sent, application: given.at(callee.of) };
}

function isFetch(program: Program, { module, expr, env }: Place<CallExpr>): boolean {
  const { callee } = expr;
  const at = program.resolve({ module, expr: callee, env }).expr;
  if (at.is === "name") return fetchNames.has(at.name);
  if (at.is === "member") return at.name === "fetch" && at.of.is === "name" && globals.has(at.of.name);
  if (at.is !== "import") return false;
  return (
    libraries[at.module] === "fetch" && (at.name === "default" || at.name === "require" || fetchNames.has(at.name))
  );
}

/** `fetch(url, init)`, `fetch(new Request(url, init))`, `fetch(url).…`. */
function fetched(given: Given, base: Text | null): Sent | null {
  const [first, init] = given.call.expr.args;
  const at = given.resolved(first);
  if (at?.expr.is === "call" && at.expr.isNew && nameOf(at.expr.callee) === "Request")
    return fetched(new Given(given.program, at as Place<CallExpr>), base);
  const method = given.field(init, "method");
  const urls = given.urls(first);
  const options = given.resolved(init)?.expr;
  const word = method
    ? given.word(method)
    : options && options.is !== "record" && options.is !== "function"
      ? null
      : "GET";
  const body = given.field(init, "body") ?? given.field(init, "json");
  const sent = { method: word, urls: urls.map((url) => (base ? sticked(base, url) : url)) };
  return first ? { ...sent, body: init && !body && options?.is === "record" ? [] : given.namesIn(body) } : null;
}

function nameOf(expr: Expr): string {
  return expr.is === "name" || expr.is === "member" ? expr.name : "";
}

/** The client as a function: `axios(config)`, `axios(url, config)`, `ky(url, options)`, `client.request(config)`. */
function called(given: Given, client: Client): Sent | null {
  const [first, second] = given.call.expr.args;
  const at = given.resolved(first);
  if (!at || (client.kind === "test" && at.expr.is !== "text" && at.expr.is !== "record")) return null;
  const options = at.expr.is === "record" ? first : second;
  const method = given.field(options, "method") ?? given.field(options, "type");
  if (client.kind === "angular" && second) return verbSent(given, client, given.word(given.at(first!)), second);
  const word = method ? given.word(method) : "GET";
  if (at.expr.is !== "record") return verbSent(given, client, word, first, options);
  const url = given.field(first, "url") ?? given.field(first, "path");
  return url ? verbSent(given, client, word, url, first) : null;
}

function verbCall(given: Given, client: Client, method: string): Sent | null {
  const { args } = given.call.expr;
  return verbSent(given, client, method, args[0], args.at(-1) === args[0] ? undefined : args.at(-1));
}

function verbSent(
  given: Given,
  client: Client,
  method: string | null,
  url: Expr | Place | undefined,
  options?: Expr,
): Sent | null {
  if (!url) return null;
  const place = "expr" in url ? url : given.at(url);
  const own = baseOf(given.program, given, options);
  const base = own ?? client.base;
  const urls = textsOf(given.program, place).map((each) => (base ? sticked(base, each) : each));
  const params = given.field(options, "params") ?? given.field(options, "searchParams");
  const query = params ? given.namesIn(params) : [];
  const asked = client.application ? { application: client.application } : {};
  const body = bodyOf(given, client, options);
  return { method, urls, body, query, ...asked, ...(client.isGuess ? { isGuess: true } : {}) };
}

const withBody = new Set(["post", "put", "patch"]);

/** The second argument, or a field of the options. */
function bodyOf(given: Given, { kind }: Client, options: Expr | undefined): string[] | null {
  const { args, callee } = given.call.expr;
  const isSecond = (kind === "axios" || kind === "angular") && withBody.has(nameOf(callee)) && args[1];
  if (isSecond) return given.namesIn(given.at(isSecond));
  return given.namesIn(given.field(options, "json") ?? given.field(options, "data") ?? given.field(options, "body"));
}

function baseOf(program: Program, given: Given, options: Expr | undefined): Text | null {
  for (const name of ["baseURL", "prefixUrl", "prefix", "baseUrl"]) {
    const field = given.field(options, name);
    if (field) return textOf(program, field);
  }
  return null;
}

/** As clients put their base before an address: one slash between the two, unless it is a whole address by itself. */
function sticked(base: Text, url: Text): Text {
  const [first] = url;
  if (first === null || first === undefined || /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(first)) return url;
  if (known(base) === "") return url;
  const last = base.at(-1);
  const head = typeof last === "string" ? [...base.slice(0, -1), last.replace(/\/+$/, "")] : base;
  const tail = [first.replace(/^\/+/, ""), ...url.slice(1)];
  return known(tail) === "" ? base : joined([head, ["/"], tail]);
}

function clientOf(program: Program, place: Place, left: number): Client | null {
  const at = program.resolve(place);
  const { expr } = at;
  if (left <= 0) return null;
  if (expr.is === "import") return ofImport(expr);
  if (expr.is === "typed" || expr.is === "param") return ofType(expr.type ?? "");
  if (expr.is === "name" && (expr.name === "$" || expr.name === "jQuery" || expr.name === "cy"))
    return { kind: "plain", base: null };
  if (expr.is !== "call") return null;
  return ofMaker(program, at as Place<CallExpr>, left);
}

function ofImport({ module, name }: Expr & { is: "import" }): Client | null {
  const kind = Object.hasOwn(libraries, module) ? libraries[module]! : null;
  if (!kind || kind === "fetch") return null;
  const isWhole = ["default", "require", "*", "axios", "got", "ky", "request"].includes(name);
  return isWhole ? { kind, base: null } : null;
}

const types: Record<string, Kind> = {
  ...{
    HttpClient: "angular",
    AxiosInstance: "axios",
    Axios: "axios",
    AxiosStatic: "axios",
    KyInstance: "ky",
    Got: "got",
  },
  HttpService: "axios",
};

function ofType(type: string): Client | null {
  const kind = Object.hasOwn(types, type) ? types[type]! : null;
  return kind && { kind, base: null };
}

/** `axios.create(…)`, `ky.extend(…)`, `supertest(app)`, `inject(HttpClient)`, `new Axios(…)`. */
function ofMaker(program: Program, call: Place<CallExpr>, left: number): Client | null {
  const { callee, args } = call.expr;
  const given = new Given(program, call);
  if (nameOf(callee) === "inject") return ofType(args[0] ? nameOf(args[0]) : "");
  if (callee.is === "member" && ["create", "extend", "agent", "defaults", "instance"].includes(callee.name)) {
    const of = clientOf(program, { ...call, expr: callee.of }, left - 1);
    return of && { ...of, base: baseOf(program, given, args[0]) ?? of.base };
  }
  const of = clientOf(program, { ...call, expr: callee }, left - 1);
  const application = args[0] ? { application: { ...call, expr: args[0] } } : {};
  if (of?.kind === "test") return { kind: "test", base: null, ...application };
  if (callee.is === "member" && callee.name === "request" && nameOf(callee.of) === "chai")
    return { kind: "test", base: null, ...application };
  return null;
}

/** `app.inject({ method, url })`, `app.request("/x", init)`, `app.handle(new Request(…))`: what tests ask an application. */
function applicationCall(given: Given, name: string): Sent | null {
  const [first, second] = given.call.expr.args;
  const at = given.resolved(first);
  if (!at) return null;
  if (at.expr.is === "record") {
    const url = given.field(first, "url") ?? given.field(first, "path");
    const method = given.field(first, "method");
    return url && { method: method ? given.word(method) : "GET", urls: textsOf(given.program, url), isGuess: true };
  }
  if (name === "handle" && !(at.expr.is === "call" && nameOf(at.expr.callee) === "Request")) return null;
  if (second && at.expr.is === "text" && /^[A-Z]+$/.test(at.expr.text))
    return { method: at.expr.text, urls: given.urls(second), isGuess: true };
  const sent = fetched(given, null);
  return sent && { ...sent, isGuess: name !== "request" && name !== "handle" };
}

/** Playwright's `request.get("/x")`: by its name alone. */
function guessed(given: Given, callee: Expr & { is: "member" }, method: string | null): Sent | null {
  if (nameOf(callee.of) !== "request") return null;
  const at = given.program.resolve({ ...given.call, expr: callee.of }).expr;
  const urls = given.urls(given.call.expr.args[0]).filter(([first]) => first?.startsWith("/"));
  const isFree = at.is === "member" || at.is === "param";
  return isFree && urls.length > 0 ? { method, urls: urls.length > 0 ? urls : [hole], isGuess: true } : null;
}
