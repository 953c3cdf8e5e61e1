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
};

/** `changer` and `user` are the sides in words. */
export function breakInWords(
  broken: BrokenContract,
  change: SideChange["change"],
  changer: string,
  user: string,
): string {
  const places = nameList([...new Set(broken.uses.map(({ path, range }) => `${path}:${range.start.line + 1}`))]);
  const { code, message } = broken.uses[0]!;
  const text = clean(message).replace(/\.$/, "");
  return `${changer} ${deeds[change]} ${contractInWords(broken.contract)}, which ${user} uses at ${places}: after the merge "${text}" (TS${code}).`;
}

function contractInWords(subject: string): string {
  return subject.startsWith("sym:") ? `${clean(nameOf(subject))} in ${clean(pathOf(subject))}` : clean(pathOf(subject));
}

export function adviceOnBreak({ contract }: BrokenContract, changer: string, user: string): string {
  const name = clean(nameOf(contract));
  return `${user} builds on what ${changer} makes of ${name} and declares that it depends on ${changer} (depends_on_add), or asks ${changer} for a shim that keeps the old use working.`;
}
