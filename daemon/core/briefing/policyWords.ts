// The words about what a policy forbids: protected paths and files that one side holds.
import { clean, nameList } from "./names.ts";

/** `SES-2 (ana, feat/x) changes db/1.sql, which db/** protects: only diego@example.com may.` */
export function protectionInWords(who: string, deeds: string, pattern: string, owners: string[]): string {
  return `${who} ${deeds}, which the policy protects as ${clean(pattern)}: ${allowed(owners)}.`;
}

function allowed(owners: string[]): string {
  return owners.length === 0 ? "nobody owns it" : `only ${nameList(owners)} may change it`;
}

export function adviceOnProtection(session: string, owners: string[]): string {
  const owner = owners.length === 0 ? "an owner or admin" : `an owner (${nameList(owners)}) or an admin`;
  return `Ask ${owner} to allow it (request_override), or move the change of ${session} out of there.`;
}

export function holdInWords(path: string, holder: string, other: string, isAnnounced: boolean): string {
  const deed = isAnnounced ? "is about to edit" : "changes";
  return `${holder} holds ${clean(path)}, which one side at a time may change; ${other} ${deed} it too.`;
}

export function adviceOnHold(newcomer: string, incumbent: string): string {
  return `Keep ${newcomer} out of the file until ${incumbent} has merged, or agree with it on an order (propose_sequence).`;
}
