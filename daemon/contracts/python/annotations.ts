// Python annotations → the object that has such a type.
// Knows no bindings: what a name stands for, it is told.
import type { SyntaxNode } from "../syntaxTree.ts";
import type { Evaluator, Value } from "./value.ts";
import type { Found } from "./world.ts";

const unknown: Value = { kind: "unknown" };

/** An object of the type that the annotation names. */
export function objectOf(annotation: SyntaxNode, path: string, values: Evaluator): Value {
  const node = annotation.type === "type" ? annotation.children[0] : annotation;
  switch (node?.type) {
    case "identifier":
    case "attribute":
      return classFound(values.find(node, path));
    case "string":
      return quoted(node, path, values);
    case "binary_operator":
    case "union_type":
      return onlyOf(node.children, path, values);
    case "generic_type":
    case "subscript":
      return generic(node, path, values);
    default:
      return unknown;
  }
}

function quoted(node: SyntaxNode, path: string, values: Evaluator): Value {
  const text = node.first("string_content")?.text ?? "";
  return /^\w+$/.test(text) ? classFound(values.findName(node, text, path)) : unknown;
}

/** The one member of a union that is not `None`. */
function onlyOf(members: SyntaxNode[], path: string, values: Evaluator): Value {
  const others = members.filter(({ text }) => text !== "None");
  return others.length === 1 ? objectOf(others[0]!, path, values) : unknown;
}

function generic(node: SyntaxNode, path: string, values: Evaluator): Value {
  const [name, ...rest] = node.children;
  const inside = rest.flatMap((each) => (each.type === "type_parameter" ? each.children : [each]));
  const last = name?.text.replace(/^.*\./s, "") ?? "";
  if (last === "Optional" || last === "Union" || last === "Annotated")
    return onlyOf(last === "Annotated" ? inside.slice(0, 1) : inside, path, values);
  if (/^(?:[lL]ist|[sS]et|[fF]rozen[sS]et|Sequence|Iterable|Iterator|Collection|[dD]eque)$/.test(last))
    return inside.length === 1 ? { kind: "many", element: objectOf(inside[0]!, path, values) } : unknown;
  if (/^[tT]ype$/.test(last) && inside[0]) {
    const value = objectOf(inside[0], path, values);
    return value.kind === "object" ? { kind: "class", definition: value.definition } : unknown;
  }
  return name ? objectOf(name, path, values) : unknown;
}

function classFound(found: Found): Value {
  const definition = found.kind === "definition" ? found.definition : null;
  return definition?.kind === "class" ? { kind: "object", definition } : unknown;
}
