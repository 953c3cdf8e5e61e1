// Go declarations → definitions: functions, methods under their receiver's type, types, constants, variables.
// Knows no other file than the one it reads; in which scope its names are, goScope.ts says.
import type { Node } from "@vscode/tree-sitter-wasm";
import type { SymbolKind } from "../../../shared/model/symbol.ts";
import { Fingerprint } from "../hash.ts";
import { scopeOf } from "./goScope.ts";
import { goTable } from "./goTable.ts";
import { childrenOf, namedChildrenOf } from "./treeSitter.ts";
import { definition, type Definition, type TreeReading, type TreeRules } from "./treeReader.ts";

export const goRules: TreeRules = {
  table: goTable,
  definitionsOf: (statement, reading) => new GoReader(reading).declaration(statement),
  judge(path, text, root) {
    const scope = scopeOf(path, text, root);
    return ({ name }) => ({
      exported: name.split(".").every((part) => /^\p{Lu}/u.test(part)),
      // Any file may have an init, and a folder of programs that are run one by one has many a main.
      ...(scope && name !== "init" && name !== "main" ? { scope } : {}),
    });
  },
};

class GoReader {
  constructor(private readonly reading: TreeReading) {}

  declaration(node: Node): Definition[] {
    switch (node.type) {
      case "function_declaration":
        return this.functionLike(node, null);
      case "method_declaration":
        return this.functionLike(node, node.childForFieldName("receiver"));
      case "type_declaration":
        return this.grouped(node, (spec, whole) => this.typeSpec(spec, whole));
      case "const_declaration":
        return this.grouped(node, (spec, whole) => this.values(spec, whole, "constant"));
      case "var_declaration":
        return this.grouped(node, (spec, whole) => this.values(spec, whole, "variable"));
      default:
        return [];
    }
  }

  /** `const ( … )` is its specs; a declaration of one thing is marked as a whole. */
  private grouped(node: Node, read: (spec: Node, whole: Node) => Definition[]): Definition[] {
    const specs = namedChildrenOf(node).flatMap((child) =>
      child.type === "var_spec_list" ? namedChildrenOf(child) : [child],
    );
    const alone = !childrenOf(node).some(({ type }) => type === "(" || type === "var_spec_list");
    return specs.flatMap((spec) => (spec.type === "comment" ? [] : read(spec, alone ? node : spec)));
  }

  private functionLike(node: Node, receiver: Node | null): Definition[] {
    const name = node.childForFieldName("name");
    if (!name) return [];
    const { hasher } = this.reading;
    const signature = new Fingerprint();
    const body = new Fingerprint();
    let container: string | null = null;
    if (receiver) {
      const [type] = parametersOf(receiver);
      container = type ? receiverName(type.type) : null;
      if (container === null) return [];
      signature.number(type!.type.type === "pointer_type" ? 2 : 1);
      hasher.write(body, receiver);
    }
    this.writeOptional(signature, node.childForFieldName("type_parameters"));
    this.writeTypes(signature, body, node.childForFieldName("parameters"));
    this.writeTypes(signature, body, node.childForFieldName("result"));
    this.writeOptional(body, node.childForFieldName("body"));
    return [definition(receiver ? "method" : "function", name, node, signature, body, container)];
  }

  /** Types by position, so that `a, b int` is `a int, b int`; the names belong to the body. */
  private writeTypes(signature: Fingerprint, body: Fingerprint, node: Node | null): void {
    const list = node?.type === "parameter_list" ? parametersOf(node) : [];
    if (node && node.type !== "parameter_list") this.reading.hasher.write(signature, node);
    for (const { type, names, variadic } of list) {
      for (const name of names) body.text(name);
      for (let n = 0; n < Math.max(names.length, 1); n++) {
        if (variadic) signature.text("...");
        this.reading.hasher.write(signature, type);
      }
    }
    signature.number(-1);
    body.number(-1);
  }

  private writeOptional(print: Fingerprint, node: Node | null): void {
    print.number(node ? 1 : 0);
    if (node) this.reading.hasher.write(print, node);
  }

  /** All of a type is surface: fields, embedded types, methods of an interface. */
  private typeSpec(spec: Node, whole: Node): Definition[] {
    const name = spec.childForFieldName("name");
    const type = spec.childForFieldName("type");
    if (!name || !type) return [];
    const signature = new Fingerprint().text(spec.type);
    this.writeOptional(signature, spec.childForFieldName("type_parameters"));
    this.reading.hasher.write(signature, type);
    return [definition(typeKinds[type.type] ?? "type", name, whole, signature, new Fingerprint())];
  }

  private values(spec: Node, whole: Node, kind: SymbolKind): Definition[] {
    const names = namesOf(spec).filter(({ text }) => text !== "_");
    const signature = new Fingerprint();
    this.writeOptional(signature, spec.childForFieldName("type"));
    return names.map((name, index) => {
      const body = new Fingerprint();
      const values = spec.childForFieldName("value");
      const own = values ? namedChildrenOf(values).filter(({ type }) => type !== "comment") : [];
      const single = own.length === names.length ? own[index]! : values;
      this.writeOptional(body, single);
      return definition(kind, name, whole, signature, body);
    });
  }
}

const typeKinds: Record<string, SymbolKind> = { struct_type: "class", interface_type: "interface" };

interface Parameter {
  type: Node;
  names: string[];
  variadic: boolean;
}

function parametersOf(list: Node): Parameter[] {
  return namedChildrenOf(list).flatMap((each) => {
    const type = each.childForFieldName("type");
    if (!type) return [];
    const names = namesOf(each);
    const variadic = each.type === "variadic_parameter_declaration";
    return [{ type, names: names.map(({ text }) => text), variadic }];
  });
}

function namesOf(node: Node): Node[] {
  // The grammar gives the commas between the names to the same field.
  return (node.childrenForFieldName("name") as Node[]).filter(({ isNamed }) => isNamed);
}

/** `Refund` of `*Refund[T]`. */
function receiverName(type: Node): string | null {
  for (let at: Node | null = type; at; at = at.firstNamedChild) if (at.type === "type_identifier") return at.text;
  return null;
}
