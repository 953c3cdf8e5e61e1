// Python expressions → what they stand for in one version of the tree: a module, function, class or an object of a class.
// Knows no changes. Whatever is not certain is `unknown`.
import type { SyntaxNode } from "../syntaxTree.ts";
import { objectOf } from "./annotations.ts";
import { memberOf } from "./classes.ts";
import type { ClassDef, Definition, FunctionDef, ValueDef } from "./definitions.ts";
import { bindingsOf, type Binding } from "./scopes.ts";
import type { Evaluator, Value } from "./value.ts";
import type { Found, World } from "./world.ts";

const unknown: Value = { kind: "unknown" };

/** Expressions are not followed further. */
const deepest = 60;

/** Evaluates nodes of a file, whose module-level names are those of `world`. */
export class Values implements Evaluator {
  private readonly found = new Map<SyntaxNode, Found>();
  private readonly values = new Map<SyntaxNode | Binding[], Value>();
  private depth = 0;

  constructor(readonly world: World) {}

  /** What the name or attribute is bound to; `path` is the file of the node. */
  find(node: SyntaxNode, path: string): Found {
    const known = this.found.get(node);
    if (known) return known;
    if (this.depth > deepest) return { kind: "unknown" };
    this.depth += 1;
    try {
      const found = this.search(node, path);
      this.found.set(node, found);
      return found;
    } finally {
      this.depth -= 1;
    }
  }

  private search(node: SyntaxNode, path: string): Found {
    if (node.type === "identifier") return this.findName(node, node.text, path);
    const name = node.type === "attribute" ? node.child("attribute")?.text : undefined;
    const object = node.child("object");
    if (name === undefined || !object) return { kind: "unknown" };
    return this.attributeOf(this.evaluate(object, path), name);
  }

  findName(at: SyntaxNode, name: string, path: string): Found {
    const bindings = bindingsOf(at, name);
    if (!bindings) return this.world.resolve(path, name);
    const [only] = bindings;
    if (bindings.length !== 1 || only?.kind !== "import") return { kind: "unknown" };
    const module = { from: path, level: only.level, module: only.module };
    return only.imported === null ? { kind: "module", module } : this.world.member(module, only.imported);
  }

  attributeOf(value: Value, name: string): Found {
    if (value.kind === "module") return this.world.member(value.module, name);
    if (value.kind !== "class" && value.kind !== "object" && value.kind !== "super") return { kind: "unknown" };
    return memberOf(this, value.definition, name, value.kind === "super");
  }

  evaluate(node: SyntaxNode, path: string): Value {
    return this.keep(node, () => this.valueOf(node, path));
  }

  /** What leads back to itself is unknown. */
  private keep(key: SyntaxNode | Binding[], read: () => Value): Value {
    const known = this.values.get(key);
    if (known) return known;
    if (this.depth > deepest) return unknown;
    this.depth += 1;
    this.values.set(key, unknown);
    try {
      const value = read();
      this.values.set(key, value);
      return value;
    } finally {
      this.depth -= 1;
    }
  }

  private valueOf(node: SyntaxNode, path: string): Value {
    switch (node.type) {
      case "identifier": {
        const bindings = bindingsOf(node, node.text);
        return bindings && bindings[0]?.kind !== "import"
          ? this.ofBindings(bindings, path)
          : this.ofFound(this.find(node, path), null);
      }
      case "attribute":
        return this.ofFound(this.find(node, path), this.evaluate(node.child("object")!, path));
      case "call":
        return this.ofCall(node, path);
      case "await":
        return awaited(this.evaluate(node.children[0]!, path));
      case "parenthesized_expression":
        return node.children.length === 1 ? this.evaluate(node.children[0]!, path) : unknown;
      case "named_expression":
        return this.evaluate(node.child("value")!, path);
      default:
        return unknown;
    }
  }

  /** All bindings must say the same. */
  private ofBindings(bindings: Binding[], path: string): Value {
    return this.keep(bindings, () => this.ofAll(bindings, path));
  }

  private ofAll(bindings: Binding[], path: string): Value {
    const values = bindings.map((each) => this.ofBinding(each, path));
    const [first = unknown] = values;
    return values.every((each) => isSame(each, first)) ? first : unknown;
  }

  private ofBinding(binding: Binding, path: string): Value {
    switch (binding.kind) {
      case "parameter": {
        const annotation = binding.node.child("type");
        if (annotation) return isSplat(binding.node) ? unknown : objectOf(annotation, path, this);
        return binding.index === 0 ? this.receiver(binding.function, path) : unknown;
      }
      case "value":
        if (binding.annotation) return objectOf(binding.annotation, path, this);
        return binding.value ? this.evaluate(binding.value, path) : unknown;
      case "context": {
        const value = this.evaluate(binding.value, path);
        return value.kind === "object" ? value : unknown;
      }
      case "element": {
        const value = this.evaluate(binding.of, path);
        return value.kind === "many" ? value.element : unknown;
      }
      default:
        return unknown;
    }
  }

  /** `self` or `cls` of a method. */
  private receiver(method: SyntaxNode, path: string): Value {
    const whole = method.parent?.type === "decorated_definition" ? method.parent : method;
    const around = whole.parent?.parent;
    if (around?.type !== "class_definition" || method.type !== "function_definition") return unknown;
    const owner = this.classAt(around, path);
    const member = owner?.members.get(method.child("name")?.text ?? "");
    const role = member?.kind === "function" ? member.role : "plain";
    if (!owner || role === "static") return unknown;
    return { kind: role === "class" ? "class" : "object", definition: owner };
  }

  /** The class that a node of the file defines, as this version has it. */
  classAt(node: SyntaxNode, path: string): ClassDef | null {
    const names: string[] = [];
    for (let at: SyntaxNode | null = node; at; at = at.parent) {
      if (at.type === "function_definition") return null;
      if (at.type === "class_definition") names.unshift(at.child("name")?.text ?? "");
    }
    let found: Definition | undefined = this.world.module(path)?.names.get(names[0] ?? "");
    for (const name of names.slice(1)) found = found?.kind === "class" ? found.members.get(name) : undefined;
    return found?.kind === "class" ? found : null;
  }

  private ofFound(found: Found, receiver: Value | null): Value {
    if (found.kind === "module") return found;
    if (found.kind !== "definition") return unknown;
    const { definition } = found;
    if (definition.kind === "class") return { kind: "class", definition };
    if (definition.kind === "function") return this.ofFunction(definition, receiver);
    return definition.kind === "value" ? this.ofVariable(definition, receiver) : unknown;
  }

  private ofFunction(definition: FunctionDef, receiver: Value | null): Value {
    const isReached = receiver?.kind === "object" || receiver?.kind === "super";
    if (definition.role === "property") return isReached ? this.resultOf(definition, receiver) : unknown;
    const isBound =
      definition.role === "class" || (definition.role === "plain" && isReached && definition.owner !== null);
    return { kind: "function", definition, isBound };
  }

  private ofVariable({ path, annotation, value, owner }: ValueDef, receiver: Value | null): Value {
    if (owner && receiver === null) return unknown;
    if (annotation) return objectOf(annotation, path, this);
    return value ? this.evaluate(value, path) : unknown;
  }

  private ofCall(node: SyntaxNode, path: string): Value {
    const callee = node.child("function")!;
    if (callee.type === "identifier" && callee.text === "super") return this.superAt(node, path);
    const value = this.evaluate(callee, path);
    if (value.kind === "class") return { kind: "object", definition: value.definition };
    if (value.kind !== "function") return unknown;
    const object = callee.child("object");
    return this.resultOf(value.definition, object ? this.evaluate(object, path) : null);
  }

  private superAt(node: SyntaxNode, path: string): Value {
    for (let at = node.parent; at; at = at.parent) {
      if (at.type !== "class_definition") continue;
      const definition = this.classAt(at, path);
      return definition ? { kind: "super", definition } : unknown;
    }
    return unknown;
  }

  private resultOf(definition: FunctionDef, receiver: Value | null): Value {
    const annotation = definition.node.child("return_type");
    if (!annotation || definition.isContext || definition.unknownDecorators.length > 0) return unknown;
    const isOwn = /^["']?(?:\w+\.)?Self["']?$/.test(annotation.text) && receiver && "definition" in receiver;
    if (isOwn && receiver.kind !== "function") return { kind: "object", definition: receiver.definition };
    return objectOf(annotation, definition.path, this);
  }
}

function isSplat(node: SyntaxNode): boolean {
  return node.children.some(({ type }) => type.endsWith("splat_pattern"));
}

function isSame(a: Value, b: Value): boolean {
  if (a.kind !== b.kind || a.kind === "unknown") return false;
  return "definition" in a && "definition" in b && a.definition === b.definition;
}

/** What a class of its own makes of `await` is not known. */
function awaited(value: Value): Value {
  return value.kind === "object" && value.definition.members.has("__await__") ? unknown : value;
}
