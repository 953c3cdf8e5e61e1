// What `.parley/policy.yaml` may say: the one source of its types, defaults, checks and JSON schema.
// A message of a check says what would be right, as the end of "it has to be …".
import * as z from "zod";
import { conflictKinds, severities, type ConflictKind, type Severity } from "../model/conflict.ts";
import type { Range } from "../model/location.ts";

/** Relative to the checkout's root. */
export const policyPath = ".parley/policy.yaml";

export const criticalities = ["normal", "high", "frozen"] as const;
export type Criticality = (typeof criticalities)[number];

const roles = ["owner", "admin", "member"] as const;
export type Role = (typeof roles)[number];

const text = (what: string): z.ZodString => z.string(what).min(1, what).max(1000, what);
const email = text("an email address").regex(/^[^\s@]+@[^\s@]+$/, "an email address");
const oneOf = <const T extends readonly string[]>(words: T): z.ZodEnum<{ [K in T[number]]: K }> =>
  z.enum(words, `one of ${words.join(", ")}`);
const number = (what: string, least: number, most: number): z.ZodNumber =>
  z.number(what).min(least, what).max(most, what);
const whole = (what: string, most: number): z.ZodNumber => number(what, 0, most).int(what);
const list = <S extends z.ZodType>(what: string, of: S): z.ZodArray<S> =>
  z.array(of, what).max(500, `${what} of 500 at most`);
const group = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> =>
  z.strictObject(shape, `a group of keys: ${Object.keys(shape).join(", ")}`);
/** A part that is left out has its defaults. */
const part = <S extends z.ZodRawShape>(shape: S): z.ZodPrefault<z.ZodObject<S, z.core.$strict>> =>
  group(shape).prefault({} as never);

const globs = list('a list of paths, as in ["db/migrations/**"]', text("a path or a pattern of paths"));

const defaultSeverity: Record<ConflictKind, Severity> = {
  path_overlap: "info",
  symbol_overlap: "warn",
  contract_break: "warn",
  dependency_order: "warn",
  protected_path: "block",
  textual_merge: "warn",
  duplicate_work: "info",
};
const severity = Object.fromEntries(
  conflictKinds.map((kind) => [kind, oneOf(severities).default(defaultSeverity[kind])]),
) as Record<ConflictKind, z.ZodDefault<z.ZodEnum<{ [K in Severity]: K }>>>;

const minutes = "a number of minutes, 0 or more";
const owner = text("user:<email>")
  .refine((name) => !name.startsWith("team:"), "user:<email>: teams are not known here, name the people")
  .regex(/^user:[^\s@]+@[^\s@]+$/, "user:<email>");

export const policySchema = group({
  version: z.literal(1, "1: newer policies need a newer Parley").default(1).describe("The version of this format: 1."),
  severity: part(severity).describe(
    "How loud each kind of conflict is: info is shown in views, warn is told, block stops the newcomer's edit.",
  ),
  block_min_confidence: number("a number from 0 to 1", 0, 1)
    .default(0.85)
    .describe("What is less sure than this warns where it would block."),
  block_contract_break_when_criticality: list(`a list of ${criticalities.join(", ")}`, oneOf(criticalities))
    .default(["high", "frozen"])
    .describe("A break of a contract of these criticalities blocks."),
  contract_criticality: list(
    "a list of { match, criticality }",
    group({
      match: text('a contract or a pattern of contracts, as in "http:POST /v1/payments/**"').describe(
        "Contracts, by name or pattern: `http:POST /v1/payments/**`, `sym:ts:src/api/**`, `zod:src/schemas.ts#RefundInput`.",
      ),
      criticality: oneOf(criticalities),
    }),
  )
    .default([])
    .describe("Raises contracts from normal. The highest that matches counts."),
  protected_paths: list(
    "a list of { paths, owners }",
    group({
      paths: globs.min(1, "a list of at least one path").describe("Paths or patterns, from the repository's root."),
      owners: list("a list of user:<email>", owner).default([]).describe("Who may change them: `user:<email>`."),
    }),
  )
    .default([])
    .describe("Whoever is none of the owners and touches one of the paths is blocked."),
  exclusive_by_default: globs
    .default([])
    .describe("Who touches one of these first holds it; others who edit it are blocked."),
  exclusive_max_files: whole("a whole number of files, 0 or more", 1_000_000)
    .default(20)
    .describe("Who holds more files than this holds none of them exclusively."),
  ignore_paths: globs.default([]).describe("Files that do not count."),
  cross_repo_contracts: z
    .boolean("true or false")
    .default(true)
    .describe("Tells of contracts that break in one repository of a project and are used in another."),
  projects: list(
    "a list of { name, repos }",
    group({
      name: text("a name"),
      repos: list(
        'a list of repositories, as in ["github.com/acme/api"]',
        text("a repository, as in github.com/acme/api"),
      ),
    }),
  )
    .default([])
    .describe("Repositories that belong together."),
  override: part({
    allowed_roles: list(`a list of ${roles.join(", ")}`, oneOf(roles)).default(["owner", "admin"]),
    require_reason: z.boolean("true or false").default(true),
  }).describe("Who may override a conflict, and whether a reason has to be given."),
  members: list("a list of { email, role }", group({ email, role: oneOf(roles) }))
    .optional()
    .describe("People and their roles. Left out: everybody who can use this machine's daemon is an owner there."),
  intent_ttl_hours: number("a number of hours, more than 0", 0.01, 100_000)
    .default(72)
    .describe("An intent that nobody touched for so long has expired."),
  branch_max_age_days: number("a number of days, 0 or more", 0, 100_000)
    .default(14)
    .describe("A pushed branch that did not move for so long takes no part any more."),
  time_saved_minutes: part({
    info: number(minutes, 0, 100_000).default(5),
    warn: number(minutes, 0, 100_000).default(20),
    block: number(minutes, 0, 100_000).default(45),
  }).describe("Minutes that a conflict is worth which was closed before a merge."),
  peer_ttl_minutes: number("a number of minutes, more than 0", 0.01, 100_000)
    .default(30)
    .describe("A teammate's machine that was silent for so long is away."),
});

export type Policy = z.output<typeof policySchema>;

export const defaultPolicy: Policy = policySchema.parse({});

/** Something about a policy file: an error keeps it out of force, a warning does not. */
export interface PolicyProblem {
  severity: "error" | "warning";
  /** One sentence: what is wrong, and what would be right. */
  message: string;
  range: Range;
}

/** The JSON schema of the file, for editors. */
export function policyJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(policySchema, { io: "input", target: "draft-7" }),
    title: "Parley's policy",
    description: "What the team agreed on: how loud conflicts are, what is protected, who may override.",
  };
}
