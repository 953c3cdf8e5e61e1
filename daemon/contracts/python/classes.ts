// What a Python class has with all that it inherits: members, and the parameters of its constructor.
// Knows no uses.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { ClassDef, ClassForm, Definition, Field, Parameter } from "./definitions.ts";
import { decoratorName, lastName } from "./readFunction.ts";
import type { Evaluator } from "./value.ts";
import type { Found } from "./world.ts";

/** A class and its bases in the order in which members are looked up; `isWhole`: all of them are known. */
export interface Lineage {
  classes: ClassDef[];
  /** Bases of which only the name is known. */
  others: string[];
  isWhole: boolean;
}

const mostBases = 50;
/** Bases that bring no members of interest. */
const plainBases =
  /^(?:(?:\w+\.)?(?:object|ABC|Protocol|Generic|Enum|IntEnum|StrEnum|Flag|IntFlag|NamedTuple|TypedDict|BaseModel)|str|int|float|Exception|ValueError|RuntimeError|KeyError|TypeError|LookupError)$/;

export function lineageOf(values: Evaluator, start: ClassDef): Lineage {
  const found: Lineage = { classes: [], others: [], isWhole: true };
  const open: ClassDef[] = [start];
  for (let next = open.shift(); next && found.classes.length < mostBases; next = open.shift()) {
    if (found.classes.includes(next)) continue;
    found.classes.push(next);
    if (next.isDynamic) found.isWhole = false;
    const bases: ClassDef[] = [];
    for (const base of next.bases) {
      const value = values.evaluate(withoutSubscript(base), next.path);
      if (value.kind === "class") bases.push(value.definition);
      else found.others.push(withoutSubscript(base).text);
    }
    open.unshift(...bases);
  }
  if (!found.others.every((name) => plainBases.test(name))) found.isWhole = false;
  return found;
}

function withoutSubscript(node: SyntaxNode): SyntaxNode {
  return node.type === "subscript" ? (node.child("value") ?? node) : node;
}

/** `above`: the class's own members are passed over, as `super()` does. */
export function memberOf(values: Evaluator, owner: ClassDef, name: string, above = false): Found {
  const { classes, isWhole } = lineageOf(values, owner);
  for (const each of above ? classes.slice(1) : classes) {
    const definition = each.members.get(name);
    if (definition) return definition.kind === "import" ? { kind: "unknown" } : { kind: "definition", definition };
  }
  return {
    kind: isWhole && !/^__\w+__$/.test(name) && !isInherited(formOf(values, owner), name) ? "absent" : "unknown",
  };
}

/** Members that the form of a class brings. */
function isInherited(form: ClassForm, name: string): boolean {
  if (form === "plain") return ["args", "with_traceback", "add_note"].includes(name);
  if (form === "enum") return ["name", "value"].includes(name) || name.startsWith("_");
  return form !== "dataclass";
}

export function formOf(values: Evaluator, owner: ClassDef): ClassForm {
  const { classes, others } = lineageOf(values, owner);
  const last = new Set(others.map(lastName));
  if (last.has("NamedTuple")) return "namedtuple";
  if (last.has("TypedDict")) return "typeddict";
  if (["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"].some((name) => last.has(name))) return "enum";
  if (last.has("BaseModel")) return "model";
  return classes.some((each) => dataclassOptions(each)) ? "dataclass" : "plain";
}

/** The options of `@dataclass(…)` or a decorator of `attrs`; null: it has none. */
export function dataclassOptions({ decorators }: ClassDef): Map<string, string> | null {
  const found = decorators.find((each) =>
    /^(?:dataclass|define|frozen|mutable|attrs)$|^(?:attr\.s|attr\.attrs)$/.test(ofLibrary(each)),
  );
  if (!found) return null;
  const options = found.children[0]?.type === "call" ? found.children[0].child("arguments")!.children : [];
  const given = options.map((each): [string, string] => [
    each.child("name")?.text ?? "",
    each.child("value")?.text ?? "",
  ]);
  return new Map([
    ...(lastName(decoratorName(found)) === "frozen" ? [["frozen", "True"] as [string, string]] : []),
    ...given,
  ]);
}

function ofLibrary(decorator: SyntaxNode): string {
  const name = decoratorName(decorator);
  return name.startsWith("attr.") ? name : lastName(name);
}

export function isFrozen(owner: ClassDef): boolean {
  return dataclassOptions(owner)?.get("frozen") === "True";
}

/** A parameter of a constructor, with the definition that it comes from. */
export interface ConstructorParameter extends Parameter {
  source: Definition;
}

export interface Constructor {
  signatures: ConstructorParameter[][];
  /** What the parameters are written down as. */
  of: "field" | "parameter";
  isCertain: boolean;
}

/** Null: nobody can tell what it takes. */
export function constructorOf(values: Evaluator, owner: ClassDef): Constructor | null {
  const { classes, isWhole } = lineageOf(values, owner);
  const own = classes.find(
    (each) => each.members.has("__init__") || each.members.has("__new__") || dataclassOptions(each),
  );
  if (classes.some(({ hasMetaclass }) => hasMetaclass)) return null;
  const init = own?.members.get("__init__") ?? own?.members.get("__new__");
  if (init) return init.kind === "function" ? ofInit(init.signatures, init) : null;
  const form = formOf(values, owner);
  switch (form) {
    case "dataclass":
    case "model":
      return isWhole ? ofFields(classes, form) : null;
    case "namedtuple":
    case "typeddict":
      return ofFields(classes, form);
    case "enum":
      return null;
    case "plain":
      return isWhole &&
        lineageOf(values, owner).others.every((name) => /^(?:object|(?:\w+\.)?(?:ABC|Generic|Protocol))$/.test(name))
        ? { signatures: [[]], of: "parameter", isCertain: true }
        : null;
  }
}

function ofInit(signatures: Parameter[][], source: Definition): Constructor {
  const isCertain = source.kind === "function" && source.unknownDecorators.length === 0;
  const withSource = signatures.map((each) => each.slice(1).map((parameter) => ({ ...parameter, source })));
  return { signatures: withSource, of: "parameter", isCertain };
}

/** Fields of all classes, those of the bases first; of dataclasses only those that are so themselves. */
function ofFields(classes: ClassDef[], form: ClassForm): Constructor {
  const found = new Map<string, ConstructorParameter>();
  for (const owner of [...classes].reverse()) {
    if (form === "dataclass" && !dataclassOptions(owner)) continue;
    for (const field of owner.fields)
      if (field.isInit && !(form === "model" && field.name.startsWith("_")))
        found.set(field.name, parameterOf(field, owner, form));
  }
  const parameters = [...found.values()];
  if (form === "model")
    parameters.push({ name: "extra", kind: "keywords", hasDefault: true, annotation: null, source: classes[0]! });
  const ordered = [
    ...parameters.filter(({ kind }) => kind === "either"),
    ...parameters.filter(({ kind }) => kind !== "either"),
  ];
  return { signatures: [ordered], of: "field", isCertain: true };
}

function parameterOf(field: Field, source: ClassDef, form: ClassForm): ConstructorParameter {
  const isAllNamed = form === "model" || form === "typeddict" || dataclassOptions(source)?.get("kw_only") === "True";
  const kind = isAllNamed || field.isKeywordOnly ? "keyword" : "either";
  return {
    name: field.name,
    kind,
    hasDefault: field.hasDefault || isOptional(field, source, form),
    annotation: null,
    source,
  };
}

/** What its form lets be left out without a default. */
function isOptional({ node }: Field, source: ClassDef, form: ClassForm): boolean {
  const annotation = node.child("type")?.text ?? "";
  // Before its second version a model took `None` for what may be `None`.
  if (form === "model") return /^(?:\w+\.)?Optional\b|\|\s*None$/.test(annotation);
  if (form !== "typeddict" || /^["']?(?:\w+\.)?Required\b/.test(annotation)) return false;
  return /^["']?(?:\w+\.)?NotRequired\b/.test(annotation) || /\btotal\s*=\s*False\b/.test(headOf(source));
}

function headOf({ node, nameNode }: ClassDef): string {
  const definition = node.type === "decorated_definition" ? node.child("definition")! : node;
  return node.file.text.slice(nameNode.end, definition.child("body")?.start ?? nameNode.end);
}
