// Python statements → definitions: functions, classes and their methods, module variables, type aliases.
// Knows no other file than the one it reads.
import type { Node } from "@vscode/tree-sitter-wasm";
import type { SymbolKind } from "../../../shared/model/symbol.ts";
import { Fingerprint } from "../hash.ts";
import { pythonTable } from "./pythonTable.ts";
import { normalType } from "./pythonTypes.ts";
import { namedChildrenOf } from "./treeSitter.ts";
import { definition, within, type Definition, type TreeReading, type TreeRules } from "./treeReader.ts";

type Place = "module" | "class" | "function";

export const pythonRules: TreeRules = {
  table: pythonTable,
  definitionsOf: (statement, reading) => new PythonReader(reading).statement(statement, "module"),
  judge(_path, text, root) {
    const listed = namesInAll(text, root);
    return ({ name, local }) => {
      const [first, ...members] = name.split(".") as [string, ...string[]];
      const seen = listed ? listed.has(first) : !first.startsWith("_");
      return { exported: seen && !local && members.every((member) => !/^_(?!_\w*__$)/.test(member)) };
    };
  },
};

/** `__all__` where it is written out; null where there is none, or it is computed. */
function namesInAll(text: string, root: Node): Set<string> | null {
  if (!text.includes("__all__")) return null;
  const names = new Set<string>();
  let found = false;
  for (const { startIndex, endIndex } of namedChildrenOf(root)) {
    if (!text.startsWith("__all__", startIndex)) continue;
    const statement = text.slice(startIndex, endIndex).replace(/#[^\n]*/g, "");
    const list = /^__all__[^=[(]*(?:\[[^\]]*\])?\s*(?:\+?=|\.extend\()\s*[[(]([^\])]*)[\])]\s*\)?$/.exec(statement);
    if (!list) return null;
    found = true;
    for (const [, , name] of list[1]!.matchAll(/(["'])(\w+)\1/g)) names.add(name!);
  }
  return found ? names : null;
}

/** Parts of compound statements: their statements are where the whole is. */
const clauses = new Set([
  ...["block", "elif_clause", "else_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause"],
]);
const compounds = new Set([
  ...["if_statement", "try_statement", "with_statement", "for_statement", "while_statement", "match_statement"],
]);

class PythonReader {
  constructor(private readonly reading: TreeReading) {}

  statement(node: Node, place: Place): Definition[] {
    const { type } = node;
    if (type === "function_definition") return this.functionLike(node, node, [], place);
    if (type === "class_definition") return this.classLike(node, node, []);
    if (type === "decorated_definition") return this.decorated(node, place);
    if (compounds.has(type)) return this.inside(node, place);
    if (place !== "module") return [];
    if (type === "expression_statement") return this.assignment(node);
    return type === "type_alias_statement" ? this.typeAlias(node) : [];
  }

  private inside(node: Node, place: Place): Definition[] {
    return namedChildrenOf(node).flatMap((child) =>
      clauses.has(child.type)
        ? this.inside(child, place)
        : this.reading.statement(child, place, () => this.statement(child, place)),
    );
  }

  private decorated(node: Node, place: Place): Definition[] {
    const definition = node.childForFieldName("definition");
    const decorators = namedChildrenOf(node).filter(({ type }) => type === "decorator");
    if (definition?.type === "class_definition") return this.classLike(definition, node, decorators);
    return definition ? this.functionLike(definition, node, decorators, place) : [];
  }

  private functionLike(node: Node, whole: Node, decorators: Node[], place: Place): Definition[] {
    const name = node.childForFieldName("name");
    if (!name) return [];
    const { hasher } = this.reading;
    const signature = new Fingerprint();
    const body = new Fingerprint();
    for (const decorator of decorators) hasher.write(signature, decorator);
    signature.number(node.firstChild?.type === "async" ? 1 : 0);
    this.writeOptional(signature, node.childForFieldName("type_parameters"));
    const parameters = node.childForFieldName("parameters");
    if (parameters) {
      this.writeParameters(signature, parameters);
      hasher.write(body, parameters);
    }
    this.writeOptional(signature, node.childForFieldName("return_type"));
    const block = node.childForFieldName("body");
    const inner = block ? hasher.writeWithDefinitions(body, block) : [];
    const found = definition(place === "class" ? "method" : "function", name, whole, signature, body);
    return [
      found,
      ...within(
        found,
        inner.flatMap((each) => this.statement(each, "function")),
      ),
    ];
  }

  /** Names as callers may use them, kinds, types, and whether there is a default; the default itself belongs to the body. */
  private writeParameters(print: Fingerprint, list: Node): void {
    const parameters = namedChildrenOf(list).filter(({ type }) => type !== "comment");
    const positional = parameters.findIndex(({ type }) => type === "positional_separator");
    for (const [index, parameter] of parameters.entries()) {
      const [, stars, name] = /^(\**)\s*(\w*)/.exec(parameter.text) ?? [];
      const byName = stars === "" && index > positional;
      print
        .text(stars!)
        .text(byName ? name! : "")
        .number(parameter.type.includes("default") ? 2 : 1);
      const type = parameter.childForFieldName("type");
      print.text(type ? normalType(type.text) : "");
    }
  }

  private writeOptional(print: Fingerprint, node: Node | null): void {
    print.number(node ? 1 : 0);
    if (node) this.reading.hasher.write(print, node);
  }

  /** The class itself is its header and its fields; each method is a symbol of its own. */
  private classLike(node: Node, whole: Node, decorators: Node[]): Definition[] {
    const name = node.childForFieldName("name");
    if (!name) return [];
    const { hasher } = this.reading;
    const signature = new Fingerprint();
    const body = new Fingerprint();
    for (const decorator of decorators) hasher.write(signature, decorator);
    this.writeOptional(signature, node.childForFieldName("type_parameters"));
    const bases = node.childForFieldName("superclasses");
    for (const base of bases ? namedChildrenOf(bases) : []) hasher.write(signature, base);
    const block = node.childForFieldName("body");
    if (block) hasher.writeWithoutDefinitions(body, block);
    const found = definition("class", name, whole, signature, body);
    return [found, ...(block ? within(found, this.inside(block, "class")) : [])];
  }

  /** `A = B = 1`, `a, b = 1, 2`, `a: int = 1`, `a += 1`. */
  private assignment(statement: Node): Definition[] {
    const first = statement.firstNamedChild;
    if (first?.type !== "assignment" && first?.type !== "augmented_assignment") return [];
    const targets: Node[] = [];
    let node: Node | null = first;
    let type: Node | null = null;
    for (; node?.type === "assignment"; node = node.childForFieldName("right")) {
      targets.push(node.childForFieldName("left") ?? node);
      type ??= node.childForFieldName("type");
    }
    if (first.type === "augmented_assignment") targets.push(first.childForFieldName("left") ?? first);
    const signature = new Fingerprint();
    const body = new Fingerprint();
    this.writeOptional(signature, type);
    this.writeOptional(body, node);
    return targets.flatMap((target) => {
      // An export list is no definition: it says which of them others see.
      const names = namesIn(target).filter(({ text }) => text !== "__all__");
      const shared = target.type === "identifier" ? body : new Fingerprint().text(body.digest());
      if (target.type !== "identifier") this.reading.hasher.write(shared, target);
      return names.map((name) => definition(variableKind(name.text), name, statement, signature, shared));
    });
  }

  private typeAlias(node: Node): Definition[] {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const name = left && firstIdentifier(left);
    if (!name || !right) return [];
    const signature = new Fingerprint();
    this.reading.hasher.write(signature, left);
    this.reading.hasher.write(signature, right);
    return [definition("type", name, node, signature, new Fingerprint())];
  }
}

function variableKind(name: string): SymbolKind {
  return /^_*[A-Z][A-Z0-9_]*$/.test(name) ? "constant" : "variable";
}

const patterns = new Set(["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "expression_list"]);

function namesIn(target: Node): Node[] {
  if (target.type === "identifier") return [target];
  return patterns.has(target.type) ? namedChildrenOf(target).flatMap(namesIn) : [];
}

function firstIdentifier(node: Node): Node | null {
  for (let at: Node | null = node; at; at = at.firstNamedChild) if (at.type === "identifier") return at;
  return null;
}
