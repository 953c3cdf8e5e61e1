// Whether a literal fails a check of zod. Only what is certain: everything else is let through.
// Knows no schemas. Runs no regular expression that can take long.
import type { Check } from "./schema.ts";

const longestTried = 200;

/** What is wrong, as the end of a sentence; null: nothing certain. */
export function failingCheck(checks: readonly Check[], literal: string | number): string | null {
  let value = literal;
  for (const check of checks) {
    if (typeof value === "string") {
      const changed = overwritten(check.name, value);
      if (changed === null) return null;
      value = changed;
    }
    const wrong = typeof value === "string" ? wrongString(check, value) : wrongNumber(check, value);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** Null: it cannot be known what comes after it. */
function overwritten(name: string, value: string): string | null {
  if (name === "trim") return value.trim();
  if (name === "toLowerCase") return value.toLowerCase();
  if (name === "toUpperCase") return value.toUpperCase();
  return name === "overwrite" || name === "normalize" ? null : value;
}

export function wrongLength({ name, operand }: Check, length: number, unit: string): string | null {
  if (name === "nonempty" && length === 0) return "must not be empty";
  if (typeof operand !== "number") return null;
  if (name === "min" && length < operand) return `needs at least ${operand} ${unit}`;
  if (name === "max" && length > operand) return `takes at most ${operand} ${unit}`;
  if (name === "length" && length !== operand) return `needs exactly ${operand} ${unit}`;
  return null;
}

function wrongString(check: Check, value: string): string | null {
  const { name, operand } = check;
  const length = wrongLength(check, value.length, "characters");
  if (length !== null) return length;
  if (name === "regex" && operand instanceof RegExp)
    return isHarmless(operand) && value.length <= longestTried && !matches(operand, value)
      ? "must match a pattern"
      : null;
  if (typeof operand === "string") {
    if (name === "startsWith" && !value.startsWith(operand)) return `must start with "${operand}"`;
    if (name === "endsWith" && !value.endsWith(operand)) return `must end with "${operand}"`;
    if (name === "includes" && !value.includes(operand)) return `must contain "${operand}"`;
  }
  if (name === "lowercase" && value !== value.toLowerCase()) return "must be in lower case";
  if (name === "uppercase" && value !== value.toUpperCase()) return "must be in upper case";
  return wrongFormat(name, value);
}

function matches(pattern: RegExp, value: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(value);
}

/** At most two repetitions and none of a group: the work grows no faster than the square. */
function isHarmless({ source }: RegExp): boolean {
  return (
    source.length <= 100 &&
    (source.match(/[*+{]/g) ?? []).length <= 2 &&
    !/\)[*+{?]/.test(source) &&
    !source.includes("\\1")
  );
}

/** Of a format only what none of its versions takes. */
const formats: Record<string, RegExp> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  url: /^[A-Za-z][\w+.-]*:\S+$/,
  uuid: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  guid: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  cuid: /^[cC]\S+$/,
  ulid: /^\w{26}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  time: /^\d\d:\d\d/,
  ipv4: /^\d+\.\d+\.\d+\.\d+$/,
  ipv6: /:/,
  e164: /^\+\d+$/,
};

function wrongFormat(name: string, value: string): string | null {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return format && value.length <= longestTried && !format.test(value) ? `must be a valid ${name}` : null;
}

function wrongNumber({ name, operand }: Check, value: number): string | null {
  if (["int", "safe", "int32", "uint32"].includes(name) && !Number.isInteger(value)) return "must be a whole number";
  if ((name === "positive" && value <= 0) || (name === "nonnegative" && value < 0)) return `must be ${name}`;
  if ((name === "negative" && value >= 0) || (name === "nonpositive" && value > 0)) return `must be ${name}`;
  if (name === "uint32" && value < 0) return "must not be negative";
  if (typeof operand !== "number") return null;
  if ((name === "min" || name === "gte") && value < operand) return `must be at least ${operand}`;
  if ((name === "max" || name === "lte") && value > operand) return `must be at most ${operand}`;
  if (name === "gt" && value <= operand) return `must be over ${operand}`;
  if (name === "lt" && value >= operand) return `must be under ${operand}`;
  if ((name === "multipleOf" || name === "step") && Number.isInteger(operand) && operand !== 0)
    return value % operand === 0 ? null : `must be a multiple of ${operand}`;
  return null;
}
