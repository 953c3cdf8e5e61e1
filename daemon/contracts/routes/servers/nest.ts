// Routes of NestJS: decorators of controllers and their methods, the global prefix, versions in the path.
// Knows no other framework.
import type { CallExpr, ClassInfo, Expr, Member, Module } from "../code/expr.ts";
import { headOf } from "../code/marks.ts";
import type { Place, Program } from "../code/program.ts";
import { known, textsOf, type Text } from "../code/texts.ts";
import { patternsOf } from "./pattern.ts";
import { dialects, type Route, type Spot } from "./route.ts";

const verbs: Record<string, string> = {
  ...{ Get: "GET", Post: "POST", Put: "PUT", Delete: "DELETE", Patch: "PATCH", Head: "HEAD", Options: "OPTIONS" },
  All: "*",
};

/** What holds for all controllers. Null: it cannot be known. */
interface Settings {
  prefix: string | null;
  hasVersions: boolean;
  above: readonly Spot[];
}

export function nestRoutes(program: Program, modules: readonly Module[]): Route[] {
  const settings = settingsOf(program, modules);
  return modules.flatMap((module) =>
    module.classes.flatMap((info) => {
      const decorator = decoratorOf(program, module, info.decorators, ["Controller"]);
      return decorator ? controllerRoutes(program, module, info, decorator.call, settings) : [];
    }),
  );
}

function settingsOf(program: Program, modules: readonly Module[]): Settings {
  const prefixes = new Set<string | null>();
  const above: Spot[] = [];
  let hasVersions = false;
  for (const module of modules)
    for (const expr of module.calls) {
      const name = expr.callee.is === "member" ? expr.callee.name : "";
      const [first] = expr.args;
      if (name === "setGlobalPrefix" || name === "enableVersioning")
        above.push({ path: module.path, span: { start: expr.start, end: expr.end } });
      if (name === "setGlobalPrefix" && first)
        for (const text of textsOf(program, { module, expr: first, env: null })) prefixes.add(known(text));
      if (name === "enableVersioning" && !saysOtherVersioning(expr)) hasVersions = true;
    }
  return { prefix: prefixes.size === 0 ? "" : prefixes.size === 1 ? [...prefixes][0]! : null, hasVersions, above };
}

/** By header or media type: not in the path. */
function saysOtherVersioning({ args }: CallExpr): boolean {
  const [options] = args;
  const type = options?.is === "record" ? options.fields.get("type") : undefined;
  return type?.is === "member" && type.name !== "URI";
}

interface Decorator {
  name: string;
  call: Place<CallExpr>;
}

function decoratorOf(program: Program, module: Module, decorators: Expr[], names: readonly string[]): Decorator | null {
  for (const expr of decorators) {
    if (expr.is !== "call") continue;
    const at = program.resolve({ module, expr: expr.callee, env: null }).expr;
    if (at.is === "import" && at.module === "@nestjs/common" && names.includes(at.name))
      return { name: at.name, call: { module, expr, env: null } };
  }
  return null;
}

function controllerRoutes(
  program: Program,
  module: Module,
  info: ClassInfo,
  controller: Place<CallExpr>,
  settings: Settings,
): Route[] {
  const given = pathsOf(program, controller, controller.expr.args[0]);
  return info.members.flatMap((member) => {
    const verb = decoratorOf(program, module, member.decorators, Object.keys(verbs));
    if (!verb) return [];
    const versions = versionsOf(program, module, info, controller, member);
    return given.flatMap((above) =>
      pathsOf(program, verb.call, verb.call.expr.args[0]).flatMap((below) =>
        versions.flatMap((version) => routeOf({ module, info, member, verb, settings }, [version, above, below])),
      ),
    );
  });
}

/** A text, a list, a record with `path`; without any the path of what is above. */
function pathsOf(program: Program, of: Place, expr: Expr | undefined): Text[] {
  if (!expr) return [[""]];
  const at = program.resolve({ ...of, expr });
  if (at.expr.is === "list") return at.expr.items.flatMap((item) => pathsOf(program, at, item));
  if (at.expr.is === "record") return pathsOf(program, at, at.expr.fields.get("path"));
  return textsOf(program, at);
}

function versionsOf(
  program: Program,
  module: Module,
  info: ClassInfo,
  controller: Place<CallExpr>,
  member: Member,
): Text[] {
  const own = [member.decorators, info.decorators].map((each) => decoratorOf(program, module, each, ["Version"]));
  const found = own.find(Boolean);
  if (found) return pathsOf(program, found.call, found.call.expr.args[0]);
  const [first] = controller.expr.args;
  const options = first && program.resolve({ ...controller, expr: first });
  const version = options?.expr.is === "record" ? options.expr.fields.get("version") : undefined;
  return version && options ? pathsOf(program, options, version) : [[""]];
}

interface Declared {
  module: Module;
  info: ClassInfo;
  member: Member;
  verb: Decorator;
  settings: Settings;
}

function routeOf({ module, info, member, verb, settings }: Declared, [version, ...paths]: Text[]): Route[] {
  const texts = paths.map(known);
  const number = version ? known(version) : "";
  if (texts.some((text) => text === null) || number === null) return [];
  const versioned = settings.hasVersions && number !== "" ? `v${number}` : "";
  const parts = [settings.prefix ?? "", versioned, ...(texts as string[])];
  const path = `/${parts
    .map((part) => part.replace(/^\/+|\/+$/g, ""))
    .filter(Boolean)
    .join("/")}`;
  const { start } = verb.call.expr;
  const own = { method: verbs[verb.name]!, path, dialect: dialects.express, isVague: false };
  const isTail = settings.prefix === null;
  const place = { path: module.path, span: headOf(verb.call.expr) };
  const handler: Place = { module, expr: member.value, env: null };
  const patterns = patternsOf(path, dialects.express);
  return [
    {
      ...own,
      patterns,
      isTail,
      place,
      handler,
      declared: verb.call,
      above: settings.above,
      order: [info.start, start],
      root: "nest",
    },
  ];
}
