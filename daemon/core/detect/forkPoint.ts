// Where two sides parted: work that both have from before is nobody's against the other (a branch on top of another one, a
// main that is not pushed yet).
// Knows no detector: it looks at what one found.
import type { SideChange } from "../../../shared/model/conflict.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import type { SymbolId } from "../../../shared/model/symbol.ts";
import { contentOf } from "../footprint/compareFacts.ts";
import type { Session, Version } from "../state.ts";
import type { Clash, Inquiry } from "./detector.ts";

/** The newest commit that both sides have and their target has not; null where they parted at the target. */
export function forkedAt(a: Session, b: Session, inquiry: Inquiry): string | null {
  return inquiry.once("fork", () => newestInCommon(a, b));
}

function newestInCommon(a: Session, b: Session): string | null {
  if (b.ahead.size > 0) for (const commit of a.ahead) if (b.ahead.has(commit)) return commit;
  return null;
}

/** The path as both sides had it when they parted. Undefined: not known yet. */
export function versionAtFork(fork: string, path: string, side: Session, inquiry: Inquiry): Version | null | undefined {
  const answer = inquiry.ask({ type: "version", checkout: side.checkout.path, commit: fork, path });
  return answer === undefined ? undefined : (answer?.version ?? null);
}

/** Whether one of the sides has done nothing there since they parted. */
export function isFromBefore(clash: Clash, a: Session, b: Session, inquiry: Inquiry): boolean {
  const fork = forkedAt(a, b, inquiry);
  if (fork === null) return false;
  const untouched = (side: Session, changes: SideChange[]): boolean =>
    changes.every((change) => isAsAt(fork, side, change, inquiry));
  return untouched(a, clash.a) || untouched(b, clash.b);
}

function isAsAt(fork: string, side: Session, { subject }: SideChange, inquiry: Inquiry): boolean {
  const path = pathOf(subject);
  const before = versionAtFork(fork, path, side, inquiry);
  if (before === undefined) return false;
  if (!subject.startsWith("sym:")) return (before?.blob ?? null) === (side.footprint.paths.get(path)?.content ?? null);
  const was = before?.facts.symbols.find(({ name }) => name === nameOf(subject));
  const now = side.footprint.symbols.get(subject as SymbolId);
  if (!now) return false;
  const isGone = now.change === "removed" || now.change === "moved" || now.change === "renamed";
  return isGone ? was === undefined : was !== undefined && contentOf(was) === now.content;
}
