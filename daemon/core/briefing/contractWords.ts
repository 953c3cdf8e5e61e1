// The words about a contract that breaks: what the one side did to it, where the other one uses it, what the compiler says.
// Foreign names come in as they are and go out cleaned.
import type { SideChange } from "../../../shared/model/conflict.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import type { BrokenContract } from "../detect/detector.ts";
import { clean, nameList } from "./names.ts";

const deeds: Record<SideChange["change"], string> = {
  added: "adds",
  modified: "changes",
  signature: "changes the signature of",
  removed: "removes",
  moved: "moves",
  renamed: "renames",
  uses: "uses",
  claims: "is about to edit",
};

/** `changer` and `user` are the sides in words. */
export function breakInWords(
  broken: BrokenContract,
  change: SideChange["change"],
  changer: string,
  user: string,
): string {
  const places = nameList([...new Set(broken.uses.map(({ path, range }) => `${path}:${range.start.line + 1}`))]);
  return `${changer} ${deeds[change]} ${contractInWords(broken.contract)}, which ${user} uses at ${places}${outcome(broken)}.`;
}

function outcome({ uses, reason }: BrokenContract): string {
  const error = uses.find((use) => use.error)?.error;
  if (error) return `: after the merge "${clean(error.message).replace(/\.$/, "")}" (TS${error.code})`;
  return reason === undefined ? "" : `: ${clean(reason)}`;
}

/** `issueRefund in src/refund.ts`, `the route POST /v1/refunds`, `the schema RefundInput in src/schemas.ts`. */
function contractInWords(subject: string): string {
  const [kind = "", name = ""] = [subject.slice(0, subject.indexOf(":")), subject.slice(subject.indexOf(":") + 1)];
  if (kind === "http") return `the route ${clean(name)}`;
  if (kind === "zod") return `the schema ${clean(nameOf(subject))} in ${clean(pathOf(subject))}`;
  if (kind === "dep") return `the dependency ${clean(nameOf(subject))} in ${clean(pathOf(subject))}`;
  return subject.startsWith("sym:") ? `${clean(nameOf(subject))} in ${clean(pathOf(subject))}` : clean(pathOf(subject));
}

export function adviceOnBreak({ contract }: BrokenContract, changer: string, user: string): string {
  const name = clean(nameOf(contract));
  return `${user} builds on what ${changer} makes of ${name} and declares that it depends on ${changer} (depends_on_add), or asks ${changer} for a shim that keeps the old use working.`;
}
