// Who may do what about a conflict: its sides, and people by their roles in the policy that governs it.
import { isLive } from "../../../shared/model/conflict.ts";
import { clean } from "../briefing/names.ts";
import type { Refusal } from "../effects.ts";
import type { Event } from "../events.ts";
import { mayOverride, rolesIn } from "../policy/roles.ts";
import { isRule, sideOf } from "../policy/ruleSides.ts";
import { defaultRules, type Rules } from "../policy/rules.ts";
import type { ConflictRecord, Repo, Session } from "../state.ts";

type Request = Pick<Extract<Event, { type: "respond" }>, "deed" | "by" | "anybodyHere" | "as" | "note">;

const shortestReason = 3;
const longestReason = 2000;

/** Null: it may be done. */
export function refusalOf(repo: Repo, record: ConflictRecord, request: Request): Refusal | null {
  const { deed, as, note } = request;
  const sides = sidesOf(repo, record);
  if (as !== undefined) return refusalOfSide(record, sides, as, deed);
  const rules = sides.find((side) => side.present)?.rules ?? defaultRules;
  const people = peopleIn(repo, request);
  if (deed !== "override") return maySpeak(rules, sides, people) ? null : noSay(record, request.by);
  if (!people.some((email) => mayOverride(rules.policy, email))) return mayNot(rules, request.by);
  return isLive(record.status) ? reasonRefusal(rules, note) : null;
}

function sidesOf(repo: Repo, { checkouts }: ConflictRecord): Session[] {
  return checkouts.flatMap((name) => {
    const side = sideOf(repo, name);
    return side && !isRule(side) ? [side] : [];
  });
}

function refusalOfSide(record: ConflictRecord, sides: Session[], as: string, deed: Request["deed"]): Refusal | null {
  if (deed === "override") return forbidden("Only people override a conflict: ask with request_override.");
  const refs = sides.map(({ ref }) => ref);
  if (refs.includes(as)) return null;
  return forbidden(
    `${clean(as)} is no side of ${record.ref}: ${refs.join(" and ")} ${refs.length > 1 ? "are" : "is"}.`,
  );
}

function peopleIn({ sessions }: Repo, { by, anybodyHere }: Request): string[] {
  const here = [...sessions.values()].filter(({ present }) => present);
  return anybodyHere ? [by, ...here.map(({ checkout }) => checkout.developer)] : [by];
}

/** Its participants, owners and admins. */
function maySpeak({ policy }: Rules, sides: Session[], people: string[]): boolean {
  const developers = sides.map(({ checkout }) => checkout.developer.toLowerCase());
  return people.some(
    (email) =>
      developers.includes(email.toLowerCase()) ||
      rolesIn(policy, email).some((role) => role === "owner" || role === "admin"),
  );
}

function noSay({ ref }: ConflictRecord, by: string): Refusal {
  return forbidden(`${clean(by)} has no say in ${ref}: its participants, owners and admins have.`);
}

function mayNot({ policy }: Rules, by: string): Refusal {
  const roles = policy.override.allowed_roles.join(" or ") || "nobody";
  return forbidden(`${clean(by)} may not override: that takes the role ${roles}. Ask with request_override.`);
}

function reasonRefusal({ policy }: Rules, reason = ""): Refusal | null {
  const { length } = reason.trim();
  if (length >= shortestReason && length <= longestReason) return null;
  if (length === 0 && !policy.override.require_reason) return null;
  const message = `The reason of an override has 3 to 2,000 characters; this one has ${length}.`;
  return { code: "against_rule", message };
}

function forbidden(message: string): Refusal {
  return { code: "forbidden", message };
}
