// The words about a conflict: the same on every surface.
// Foreign names (branches, paths, developers) are cleaned here, once.
import type { ChangeKind } from "../../../shared/model/footprint.ts";
import type { ConflictKind, SideChange } from "../../../shared/model/conflict.ts";
import { nameOf } from "../../../shared/model/subject.ts";
import type { BrokenContract, MergeClash } from "../detect/detector.ts";
import type { Session } from "../state.ts";
import { adviceOnBreak, breakInWords } from "./contractWords.ts";
import { byHand, hunkList, mergesInWords } from "./mergeWords.ts";
import { clean, nameList } from "./names.ts";
import { adviceOnHold, adviceOnProtection, holdInWords, protectionInWords } from "./policyWords.ts";
import { isRule, patternOf } from "../policy/ruleSides.ts";

/** Who a side is: `SES-3 (jordan, vscode, feat/refunds)`. */
export function actor(session: Session): string {
  const { developer, branch } = session.checkout;
  const client = session.client === "unknown" ? "" : session.client;
  const traits = [personOf(developer), client, branch === null ? "detached HEAD" : clean(branch)].filter(Boolean);
  return `${session.ref} (${traits.join(", ")})`;
}

function personOf(email: string): string {
  return clean(email.split("@")[0] ?? "");
}

const deeds: Record<ChangeKind, string> = {
  added: "adds",
  modified: "changes the body of",
  signature: "changes the signature of",
  removed: "removes",
  moved: "moves",
  renamed: "renames",
};

export interface SideDeeds {
  session: Session;
  changes: SideChange[];
}

/** What a kind of conflict knows beside the changes. */
export interface Particulars {
  merges: MergeClash[];
  broken: BrokenContract | undefined;
  /** Who keeps the other one out of the file. */
  holder: "a" | "b" | undefined;
}

export function summaryOf(
  kind: ConflictKind,
  a: SideDeeds,
  b: SideDeeds,
  names: string[],
  { merges, broken, holder }: Particulars,
): string {
  if (isRule(b.session)) return protectionOf(a, b.session);
  if (broken) {
    const [changer, user] = broken.changer === "a" ? [a, b] : [b, a];
    const change = changer.changes[0]?.change ?? "modified";
    return breakInWords(broken, change, actor(changer.session), actor(user.session));
  }
  const both = `${actor(a.session)} and ${actor(b.session)}`;
  const list = nameList(names);
  if (holder) {
    const [first, second] = holder === "a" ? [a, b] : [b, a];
    const isAnnounced = second.changes.some(isClaim);
    return holdInWords(names[0]!, actor(first.session), actor(second.session), isAnnounced);
  }
  const claimant = kind === "path_overlap" ? [a, b].find(({ changes }) => changes.every(isClaim)) : undefined;
  if (claimant) {
    const other = claimant === a ? b : a;
    return `${actor(other.session)} changes ${count(names.length, "file")} that ${actor(claimant.session)} is about to edit: ${list}.`;
  }
  if (kind === "path_overlap") return `${both} both change ${count(names.length, "file")}: ${list}.`;
  if (kind === "textual_merge") {
    const words = mergesInWords(merges, a.session.ref, b.session.ref);
    return `${both} cannot be merged in ${list}: ${words}.`;
  }
  if (kind === "duplicate_work") return `${both} add much the same under ${additionsOf(a)} and ${additionsOf(b)}.`;
  return `${both} both work on ${list}: ${deedsOf(a)}; ${deedsOf(b)}.`;
}

function protectionOf({ session, changes }: SideDeeds, rule: Session): string {
  const isAnnounced = changes.every(isClaim);
  const names = nameList(changes.map(({ subject }) => nameOf(subject)));
  const pattern = patternOf(rule);
  const deeds = `${isAnnounced ? "is about to edit" : "changes"} ${names}`;
  return protectionInWords(actor(session), deeds, pattern, session.rules.ownersOf(pattern));
}

function isClaim({ change }: SideChange): boolean {
  return change === "claims";
}

/** `retry in src/retry.ts (SES-1)`. */
function additionsOf({ session, changes }: SideDeeds): string {
  const names = changes.map(({ subject, path }) => `${nameOf(subject)} in ${path}`);
  return `${nameList(names)} (${session.ref})`;
}

function count(n: number, noun: string): string {
  return n === 1 ? `the same ${noun}` : `the same ${n} ${noun}s`;
}

/** `SES-1 changes the signature of issueRefund`: the weightiest deed first, with its names. */
function deedsOf({ session, changes }: SideDeeds): string {
  const order: ChangeKind[] = ["removed", "renamed", "moved", "signature", "added", "modified"];
  const parts = order
    .map((change) => ({
      change,
      names: changes.filter((each) => each.change === change).map((each) => nameOf(each.subject)),
    }))
    .filter(({ names }) => names.length > 0)
    .map(({ change, names }) => `${deeds[change]} ${nameList([...new Set(names)])}`);
  return `${session.ref} ${parts.join(" and ")}`;
}

export function suggestionOf(
  kind: ConflictKind,
  newcomer: Session,
  incumbent: Session,
  { merges, broken, holder }: Particulars,
  side: 0 | 1,
): string {
  if (isRule(incumbent)) return adviceOnProtection(newcomer.ref, newcomer.rules.ownersOf(patternOf(incumbent)));
  if (holder) return adviceOnHold(newcomer.ref, incumbent.ref);
  if (broken) {
    const isByNewcomer = (broken.changer === "a") === (side === 0);
    const [changer, user] = isByNewcomer ? [newcomer, incumbent] : [incumbent, newcomer];
    return adviceOnBreak(broken, changer.ref, user.ref);
  }
  if (kind === "textual_merge")
    return `Let ${incumbent.ref} merge first: ${newcomer.ref} rebases after it (will_rebase) and settles ${hunkList(merges, side === 0 ? "a" : "b")}.${byHand(merges)}`;
  if (kind === "duplicate_work")
    return `Agree which of the two stays: ${newcomer.ref} can build on what ${incumbent.ref} adds and drop its own (will_rebase).`;
  if (kind === "path_overlap")
    return `Keep ${newcomer.ref} out of the shared files where you can; if both must change them, agree with ${incumbent.ref} on an order (propose_sequence).`;
  return `Let ${newcomer.ref} rebase after ${incumbent.ref} has merged (will_rebase), or split the work on this code between the two.`;
}
