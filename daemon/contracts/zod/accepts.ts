// Whether a schema takes a value, as far as both are known: every place where it certainly does not, and where it cannot be told.
// Knows no syntax and no sides.
import { literalsAt, mayBeAbsent } from "./absence.ts";
import { failingCheck, wrongLength } from "./checks.ts";
import { uncovered, type Facing, type Origin, type Schema } from "./schema.ts";
import { typeOfLiteral, type Value } from "./value.ts";

/** `parse` is what runs; `type` is what a compiler looks at, for the face that the schema turns to it. */
export type Mode = "parse" | "type";

export interface Issue {
  /** Names on the way to it, joined with dots. */
  path: string;
  /** What is so now, as a sentence about what stands there. */
  why: string;
  /** The sentence is about the schema itself. */
  isOfSchema?: boolean;
  /** What it was declared in, the innermost first. */
  origins: readonly Origin[];
  /** It runs, and something gets lost. */
  isLoss?: boolean;
}

export interface Verdict {
  issues: Issue[];
  /** Paths below which nothing is known. */
  unknown: string[];
}

interface At {
  mode: Mode;
  facing: Facing;
  path: string;
  origins: readonly Origin[];
}

/** What becomes of keys that the schema does not have. */
const unknownKey = {
  rejected: "is not a known key any more, and unknown keys are rejected",
  untyped: "is not in its type any more",
  dropped: "is dropped by parsing now, without an error",
};

const mostSteps = 4000;
const deepest = 60;

export function verdictOn(schema: Schema, value: Value, mode: Mode, facing: Facing = "input"): Verdict {
  const judge = new Judge();
  judge.check(schema, value, { mode, facing, path: "", origins: [] }, 0);
  return { issues: judge.issues, unknown: judge.unknown };
}

class Judge {
  issues: Issue[] = [];
  unknown: string[] = [];
  private steps = 0;

  check(given: Schema, value: Value, before: At, depth: number): void {
    const { schema, facing, origins } = uncovered(given, before.facing);
    const at = { ...before, facing, origins: [...origins, ...before.origins] };
    if (++this.steps > mostSteps || depth > deepest || schema.kind === "opaque") return void this.unknown.push(at.path);
    if (value.is === "unknown" || schema.kind === "any") return;
    switch (schema.kind) {
      case "optional":
      case "nullable":
      case "default":
      case "catch":
      case "branded":
      case "required":
        return this.wrapped(schema.kind, schema.inner, value, at, depth);
      case "primitive":
        return this.primitive(schema, value, at);
      case "literals":
        return this.literals(schema.values, value, at);
      case "object":
        return this.object(schema, value, at, depth);
      case "array":
        return this.array(schema, value, at, depth);
      case "tuple":
        return this.tuple(schema, value, at, depth);
      case "record":
        return this.record(schema, value, at, depth);
      case "union":
        return this.union(schema, value, at, depth);
      case "intersection":
        return this.intersection(schema, value, at, depth);
      case "pipe":
        return this.check(at.facing === "output" ? schema.output : schema.input, value, at, depth + 1);
      default:
        return schema.kind === "never" ? this.fail(at, "must not be given any more") : undefined;
    }
  }

  private fail({ path, origins }: At, why: string, isLoss = false): void {
    this.issues.push({ path, why, origins, ...(isLoss ? { isLoss } : {}) });
  }

  private wrapped(kind: string, inner: Schema, value: Value, at: At, depth: number): void {
    const isUndefined = value.is === "literal" && value.literal === undefined;
    const letsUndefined = kind === "optional" || (at.facing === "input" && (kind === "default" || kind === "catch"));
    if (isUndefined && letsUndefined) return;
    if (isUndefined && kind === "required") return this.fail(at, "is required now");
    if (kind === "nullable" && value.is === "literal" && value.literal === null) return;
    if (kind === "catch" && at.facing === "input") return;
    if (kind === "branded" && at.mode === "type" && at.facing === "output" && value.is !== "object")
      return this.fail(at, "must be branded now, which only parsing does");
    this.check(inner, value, at, depth + 1);
  }

  private primitive(schema: Schema & { kind: "primitive" }, value: Value, at: At): void {
    const type = value.is === "some" ? value.type : value.is === "literal" ? typeOfLiteral(value.literal) : value.is;
    if (schema.isCoerced && at.facing === "input" && type !== schema.type) return this.coerced(schema.type, type, at);
    if (type !== schema.type) return this.fail(at, `must be ${anyOf(schema.type)} now`);
    if (at.mode !== "parse" || value.is !== "literal") return;
    const { literal } = value;
    const wrong =
      typeof literal === "string" || typeof literal === "number" ? failingCheck(schema.checks, literal) : null;
    if (wrong !== null) this.fail(at, `${wrong} now`);
  }

  /** What comes of other kinds depends on the value, and is left open. */
  private coerced(to: string, type: string, at: At): void {
    if (type === "undefined" && (to === "number" || to === "date")) this.fail(at, "is required now");
    else this.unknown.push(at.path);
  }

  private literals(values: readonly unknown[], value: Value, at: At): void {
    if (value.is === "literal") {
      if (!values.includes(value.literal))
        this.fail(at, `can no longer be ${JSON.stringify(value.literal) ?? "undefined"}`);
    } else if (value.is === "some") {
      // Which one it is is not known: only its kind can be wrong.
      if (!values.some((each) => typeof each === value.type)) this.fail(at, `can no longer be ${anyOf(value.type)}`);
    } else this.fail(at, `can no longer be ${anyOf(value.is)}`);
  }

  private object(schema: Schema & { kind: "object" }, value: Value, at: At, depth: number): void {
    if (value.is !== "object") return this.fail(at, "must be an object now");
    for (const [name, field] of schema.fields) {
      const own = value.entries.get(name);
      const inside = below(at, name);
      if (own) this.check(field, own, inside, depth + 1);
      else if (!value.isOpen) this.absent(field, inside);
    }
    const { unknowns } = schema;
    for (const [name, own] of value.entries) {
      if (schema.fields.has(name)) continue;
      const inside = below(at, name);
      if (typeof unknowns === "object") this.check(unknowns, own, inside, depth + 1);
      else if (unknowns === "strict" || unknowns === "strip") this.unknownKey(inside, unknowns);
    }
  }

  private unknownKey(at: At, unknowns: "strict" | "strip"): void {
    if (unknowns === "strict") this.fail(at, unknownKey.rejected);
    else if (at.mode === "type") this.fail(at, unknownKey.untyped);
    else this.fail(at, unknownKey.dropped, true);
  }

  private absent(field: Schema, at: At): void {
    const may = mayBeAbsent(field, at.facing);
    if (may === null) this.unknown.push(at.path);
    else if (!may) this.fail(at, "is required now");
  }

  private array(schema: Schema & { kind: "array" }, value: Value, at: At, depth: number): void {
    if (value.is !== "list") return this.fail(at, "must be a list now");
    value.items.forEach((item, index) => this.check(schema.element, item, below(at, String(index)), depth + 1));
    if (at.mode !== "parse" || value.isOpen) return;
    const wrong = schema.checks
      .map((each) => wrongLength(each, value.items.length, "entries"))
      .find((each) => each !== null);
    if (wrong) this.fail(at, `${wrong} now`);
  }

  private tuple({ items, rest }: Schema & { kind: "tuple" }, value: Value, at: At, depth: number): void {
    if (value.is !== "list") return this.fail(at, "must be a list now");
    value.items.forEach((item, index) => {
      const schema = items[index] ?? rest;
      if (schema) this.check(schema, item, below(at, String(index)), depth + 1);
      else if (!value.isOpen) this.fail(at, `takes only ${items.length} entries now`);
    });
    const missing = value.isOpen ? undefined : items[value.items.length];
    if (missing && mayBeAbsent(missing, at.facing) === false) this.fail(at, `needs ${items.length} entries now`);
  }

  private record(schema: Schema & { kind: "record" }, value: Value, at: At, depth: number): void {
    if (value.is !== "object") return this.fail(at, "must be an object now");
    const { schema: key, origins } = uncovered(schema.key, at.facing);
    const byKey = { ...at, origins: [...origins, ...at.origins] };
    for (const [name, own] of value.entries) {
      const inside = below(at, name);
      if (key.kind === "literals" && !key.values.map(String).includes(name))
        this.fail(below(byKey, name), "is not an allowed key any more");
      else if (key.kind === "opaque") this.unknown.push(inside.path);
      this.check(schema.value, own, inside, depth + 1);
    }
    if (key.kind !== "literals" || schema.isPartial || value.isOpen) return;
    for (const name of key.values)
      if (!value.entries.has(String(name))) this.absent(schema.value, below(byKey, String(name)));
  }

  private union({ options, discriminator }: Schema & { kind: "union" }, value: Value, at: At, depth: number): void {
    if (discriminator !== undefined) return this.discriminated(options, discriminator, value, at, depth);
    let best: Judge | null = null;
    for (const option of options) {
      const judge = new Judge();
      judge.steps = this.steps;
      judge.check(option, value, at, depth + 1);
      this.steps = judge.steps;
      if (judge.issues.every(({ isLoss }) => isLoss)) return this.take(judge);
      if (judge.unknown.length > 0) return void this.unknown.push(at.path);
      if (!best || judge.issues.length < best.issues.length) best = judge;
    }
    if (best) this.take(best);
  }

  private discriminated(options: readonly Schema[], name: string, value: Value, at: At, depth: number): void {
    if (value.is !== "object") return this.fail(at, "must be an object now");
    const own = value.entries.get(name);
    const literals = options.map((option) => literalsAt(option, name, at.facing));
    if (own?.is !== "literal") {
      if (own || value.isOpen || literals.includes(null)) return void this.unknown.push(at.path);
      return this.fail(below(at, name), "is required now");
    }
    const index = literals.findIndex((each) => each?.includes(own.literal));
    if (index >= 0) this.check(options[index]!, value, at, depth + 1);
    else if (literals.includes(null)) this.unknown.push(at.path);
    else this.literals([], own, below(at, name));
  }

  private take({ issues, unknown }: Judge): void {
    this.issues.push(...issues);
    this.unknown.push(...unknown);
  }

  /** Keys that only the other part knows are no news to either. */
  private intersection({ left, right }: Schema & { kind: "intersection" }, value: Value, at: At, depth: number): void {
    const parts = [left, right].map((part) => {
      const judge = new Judge();
      judge.steps = this.steps;
      judge.check(part, value, at, depth + 1);
      this.steps = judge.steps;
      return judge;
    });
    const isExtra = ({ why }: Issue): boolean => Object.values(unknownKey).includes(why);
    parts.forEach((judge, index) => {
      const other = parts[1 - index]!;
      const issues = judge.issues.filter(
        (each) => !isExtra(each) || other.issues.some(({ path }) => path === each.path),
      );
      this.take(Object.assign(new Judge(), { issues, unknown: judge.unknown }));
    });
  }
}

function below(at: At, name: string): At {
  return { ...at, path: at.path === "" ? name : `${at.path}.${name}` };
}

/** `a string`, `an object`. */
export function anyOf(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}
