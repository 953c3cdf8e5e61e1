// A Python function as its callers see it: parameters, decorators, what it returns.
// Knows no other definition than the one it reads.
import { descendants, type SyntaxNode } from "../syntaxTree.ts";
import type { FunctionDef, Parameter, Role } from "./definitions.ts";

/** Decorators by their last name that leave a function's parameters as they are. */
const transparent = new Set([
  ...["staticmethod", "classmethod", "property", "cached_property", "abstractmethod", "abstractproperty", "override"],
  ...["final", "overload", "lru_cache", "cache", "contextmanager", "asynccontextmanager", "deprecated", "wraps"],
  ...["setter", "getter", "deleter", "no_type_check", "total_ordering", "singledispatch", "runtime_checkable"],
]);

export type FunctionPart = Omit<FunctionDef, "path" | "name" | "node" | "nameNode" | "owner" | "kind">;

/** The dotted name of a decorator, called or not. */
export function decoratorName(decorator: SyntaxNode): string {
  const named = decorator.children[0];
  return (named?.type === "call" ? named.child("function") : named)?.text.replace(/\s+/g, "") ?? "";
}

export function lastName(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}

export function readFunction(node: SyntaxNode, decorators: SyntaxNode[], isMember: boolean): FunctionPart {
  const names = decorators.map(decoratorName);
  const last = new Set(names.map(lastName));
  const parameters = node.child("parameters");
  return {
    signatures: [parameters ? readParameters(parameters) : []],
    role: isMember ? roleOf(last, node.child("name")!.text) : "plain",
    isAsync: startsAsync(node),
    isAbstract: last.has("abstractmethod") || last.has("abstractproperty"),
    isContext: last.has("contextmanager") || last.has("asynccontextmanager"),
    unknownDecorators: names.filter((name) => !transparent.has(lastName(name))),
  };
}

export function startsAsync(node: SyntaxNode): boolean {
  return /^async\b/.test(node.file.text.slice(node.start, node.start + 6));
}

function roleOf(decorators: ReadonlySet<string>, name: string): Role {
  if (["property", "cached_property", "abstractproperty"].some((each) => decorators.has(each))) return "property";
  if (decorators.has("classmethod") || ["__init_subclass__", "__class_getitem__"].includes(name)) return "class";
  return decorators.has("staticmethod") ? "static" : "plain";
}

export function readParameters(list: SyntaxNode): Parameter[] {
  const parts = list.children;
  const slash = parts.findIndex(({ type }) => type === "positional_separator");
  let kind: Parameter["kind"] = slash >= 0 ? "positional" : "either";
  const found: Parameter[] = [];
  for (const part of parts) {
    if (part.type === "positional_separator") kind = "either";
    else if (part.type === "keyword_separator") kind = "keyword";
    else {
      const parameter = readParameter(part, kind);
      if (!parameter) continue;
      found.push(parameter);
      if (parameter.kind === "rest") kind = "keyword";
    }
  }
  return found;
}

function readParameter(node: SyntaxNode, kind: Parameter["kind"]): Parameter | null {
  const name = node.type === "identifier" ? node : (node.child("name") ?? node.children[0]);
  if (!name) return null;
  const starred = node.type.endsWith("splat_pattern") ? node : name;
  const rest = { list_splat_pattern: "rest", dictionary_splat_pattern: "keywords" } as const;
  const splat = rest[starred.type as keyof typeof rest];
  return {
    name: (splat ? (starred.children[0] ?? starred) : name).text,
    kind: splat ?? kind,
    hasDefault: node.type.endsWith("default_parameter"),
    annotation: node.child("type"),
  };
}

const closed = new Set(["function_definition", "class_definition", "lambda"]);

interface Body {
  yields: boolean;
  /** What is returned, `None` aside: who unpacks that fails anyway. */
  returned: SyntaxNode[];
}

const bodies = new WeakMap<SyntaxNode, Body>();

/** What stands in a function's body itself, not in a function inside it. */
function bodyOf(node: SyntaxNode): Body {
  const known = bodies.get(node);
  if (known) return known;
  const found: Body = { yields: false, returned: [] };
  const body = node.child("body");
  for (const { type, children } of body ? descendants(body, (inner) => closed.has(inner.type)) : []) {
    if (type === "yield") found.yields = true;
    const value = type === "return_statement" ? children[0] : undefined;
    if (value && value.type !== "none") found.returned.push(value);
  }
  bodies.set(node, found);
  return found;
}

/** What a call gives: a value, a coroutine, or something to walk over. */
export type Flow = "value" | "coroutine" | "generator" | "async generator";

export function flowOf({ node, isAsync }: FunctionDef): Flow {
  if (bodyOf(node).yields) return isAsync ? "async generator" : "generator";
  return isAsync ? "coroutine" : "value";
}

/** What a function returns, as far as it is written out. */
export type Returns = { tuple: number } | "single" | "nothing" | "unknown";

const single = new Set([
  ...["string", "concatenated_string", "integer", "float", "true", "false", "comparison_operator", "not_operator"],
  ...["dictionary", "dictionary_comprehension", "lambda"],
]);

export function returnsOf({ node }: FunctionDef): Returns {
  const values = returnedValues(node);
  if (values.length === 0) return isStub(node) ? annotated(node) : "nothing";
  const sizes = values.map(tupleSize);
  if (sizes[0] !== null && sizes.every((size) => size === sizes[0])) return { tuple: sizes[0]! };
  if (sizes.some((size) => size !== null)) return "unknown";
  return values.every(({ type }) => single.has(type)) ? "single" : annotated(node);
}

export function returnedValues(node: SyntaxNode): SyntaxNode[] {
  return bodyOf(node).returned;
}

function tupleSize({ type, children }: SyntaxNode): number | null {
  if (type !== "expression_list" && type !== "tuple") return null;
  return children.some((each) => each.type === "list_splat") ? null : children.length;
}

/** `-> tuple[int, str]` and the like. */
function annotated(node: SyntaxNode): Returns {
  const type = node.child("return_type")?.children[0];
  const [name, list] = type?.type === "generic_type" ? type.children : [];
  if (!name || !list || !/^[tT]uple$/.test(name.text)) return "unknown";
  return list.children.some(({ text }) => text === "...") ? "unknown" : { tuple: list.children.length };
}

/** Whether a body says nothing: `...`, `pass`, a docstring, or that it is not implemented. */
export function isStub(node: SyntaxNode): boolean {
  const statements = node.child("body")?.children ?? [];
  return statements.every((each) => {
    if (each.type === "pass_statement" || each.type === "raise_statement") return true;
    const only = each.type === "expression_statement" ? each.children[0]?.type : "";
    return only === "ellipsis" || only === "string";
  });
}
