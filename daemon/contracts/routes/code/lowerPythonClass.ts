// A class of Python → its decorators, methods and fields, and what `self` has.
// Knows no framework; what is inside is lowered by whoever asks.
import type { Node } from "@vscode/tree-sitter-wasm";
import { namedChildrenOf } from "../../../syntax/languages/treeSitter.ts";
import type { ClassInfo, Draft, Expr, Member } from "./expr.ts";
import { typeAndDefault } from "./pythonNodes.ts";
import { spanOf, textOf } from "./treeNodes.ts";

export interface Lower {
  draft: Draft;
  classes: ClassInfo[];
  classFields: Map<string, Expr>[];
  depth: number;
  statement(node: Node): void;
  expression(node: Node): Expr;
  functionLike(node: Node): Expr;
}

export function addMember(lower: Lower, name: string, value: Expr, decorators: Expr[]): void {
  const info = lower.classes.at(-1);
  if (!info || lower.depth > 0) return;
  const member: Member = { name, decorators, value };
  info.members.push(member);
}

export function lowerClass(lower: Lower, node: Node, decorators: Expr[]): void {
  const { draft, depth } = lower;
  const span = spanOf(node);
  const name = textOf(node, "name");
  const bases = namedChildrenOf(node.childForFieldName("superclasses") ?? node)
    .filter(({ type }) => type === "identifier" || type === "attribute")
    .map((each) => lower.expression(each));
  const fields = new Map<string, Expr>();
  const info: ClassInfo = { ...span, name, decorators, bases, members: [], fields };
  const at = draft.module.classes.push(info) - 1;
  draft.bind(name, { is: "class", at, ...span });
  lower.classes.push(info);
  lower.classFields.push(fields);
  lower.depth = 0;
  draft.within(() => {
    for (const own of ["self", "cls"]) draft.bind(own, { is: "record", fields, ...span });
    const body = node.childForFieldName("body");
    for (const each of body ? namedChildrenOf(body) : []) lowerMember(lower, each);
  });
  lower.depth = depth;
  lower.classFields.pop();
  lower.classes.pop();
  for (const { name, value } of info.members) if (!fields.has(name)) fields.set(name, value);
}

function lowerMember(lower: Lower, node: Node): void {
  if (node.type === "function_definition") {
    const value = lower.functionLike(node);
    addMember(lower, textOf(node, "name"), value, []);
    return lower.draft.bind(textOf(node, "name"), value);
  }
  const [inner] = namedChildrenOf(node);
  if (inner?.type === "assignment") {
    const left = inner.childForFieldName("left");
    const right = inner.childForFieldName("right");
    const type = inner.childForFieldName("type");
    const value: Expr = right ? lower.expression(right) : { is: "typed", type: type?.text ?? "", ...spanOf(inner) };
    if (left?.type === "identifier") {
      lower.classFields.at(-1)!.set(left.text, value);
      lower.draft.bind(left.text, value);
    }
    if (left && type)
      addMember(lower, left.text, { is: "typed", type: typeAndDefault(type, right), ...spanOf(inner) }, []);
    return;
  }
  lower.statement(node);
}
