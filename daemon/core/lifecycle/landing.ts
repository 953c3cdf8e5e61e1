// Work that left a side's footprint because the target has it now, not because it was taken back:
// the file is as it was, and its base has caught up.
import { isLive } from "../../../shared/model/conflict.ts";
import type { FileReading } from "../events.ts";
import type { ConflictRecord, Repo, Session } from "../state.ts";

/** Of the files that a full reading names no more, those to be looked at once more: live conflicts are about them. */
export function leaving(repo: Repo, session: Session, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const { path: checkout } = session.checkout;
  const live = [...repo.conflicts.values()].filter((each) => isLive(each.status) && each.checkouts.includes(checkout));
  const contended = new Set(
    live.flatMap(({ finding, checkouts }) =>
      finding.sides[checkouts.indexOf(checkout) as 0 | 1].changes.map(({ path }) => path),
    ),
  );
  const leaving = paths.filter((path) => contended.has(path));
  for (const path of leaving) session.leaving.set(path, session.files.get(path)?.disk?.blob ?? null);
  return leaving;
}

/** Before the files are tracked: which of them are as they were, with a base that has become the same. */
export function noticeLanding(session: Session, files: readonly FileReading[]): void {
  for (const { path, base, disk } of files) {
    const tracked = session.files.get(path);
    const left = session.leaving.get(path);
    const before = tracked?.known ? (tracked.disk?.blob ?? null) : left;
    session.leaving.delete(path);
    const now = disk?.blob ?? null;
    if (before === now && (base?.blob ?? null) === now) session.landed.add(path);
    else session.landed.delete(path);
  }
}

/** Whether the dependent's new code still relies on a contract as it was in the dependent's base. */
export function isOwed(repo: Repo, record: ConflictRecord): boolean {
  const dependent = dependentOf(repo, record);
  if (record.owedAt === undefined || !dependent) return false;
  const { session, side } = dependent;
  return session.present && session.checkout.base === record.owedAt && stillUses(session, record, side);
}

/** A break of a contract outlives its changer's merge: true where that is why its evidence went. */
export function startOwing(repo: Repo, record: ConflictRecord): boolean {
  const dependent = dependentOf(repo, record);
  const base = dependent?.session.checkout.base;
  if (!dependent || !base || record.owedAt !== undefined) return false;
  const side = other(dependent.side);
  const changer = repo.sessions.get(record.checkouts[side]);
  if (!changer || !hasLanded(changer, record, side)) return false;
  record.owedAt = base;
  repo.owed.add(record);
  return isOwed(repo, record);
}

/** True where it was owed until now. */
export function stopOwing(repo: Repo, record: ConflictRecord): boolean {
  delete record.owedAt;
  return repo.owed.delete(record);
}

/** The side that uses what the other one changed. */
function dependentOf(
  repo: Repo,
  { kind, finding, checkouts }: ConflictRecord,
): { session: Session; side: 0 | 1 } | null {
  if (kind !== "contract_break") return null;
  const side = finding.sides.findIndex(({ changes }) => changes.every(({ change }) => change === "uses"));
  const session = side < 0 ? undefined : repo.sessions.get(checkouts[side]!);
  return session ? { session, side: side as 0 | 1 } : null;
}

function stillUses({ footprint }: Session, { finding }: ConflictRecord, side: 0 | 1): boolean {
  return finding.sides[side].changes.some(({ path }) => footprint.paths.has(path));
}

function other(side: 0 | 1): 0 | 1 {
  return side === 0 ? 1 : 0;
}

/** Whether what this side had to do with the conflict is in the target now. */
export function hasLanded(session: Session, { finding }: ConflictRecord, side: 0 | 1): boolean {
  return finding.sides[side].changes.some(({ path }) => session.landed.has(path));
}
