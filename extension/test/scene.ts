// Builds conflicts and snapshots for tests, short enough to read.
// Must not know how they are sent or shown.
import type { Conflict, ConflictSide, SideChange } from "../../shared/model/conflict.ts";
import type { Checkout, Participant } from "../../shared/model/participant.ts";
import type { Snapshot } from "../../shared/protocol/editor.ts";

/** What src/refund.ts says in both worktrees, and at their base. */
export const refundText = "export function issueRefund(id: string) {\n  return id;\n}\n\nexport function payOut() {}\n";

export const repo = "github.com/acme/api";

export function change(subject: string, path: string, line: number, character = 16, length = 11): SideChange {
  const start = { line, character };
  return { subject, change: "modified", path, range: { start, end: { line, character: character + length } } };
}

export function side(
  ref: string,
  checkout: string,
  changes: SideChange[],
  over: Partial<ConflictSide> = {},
): ConflictSide {
  return {
    ref,
    developer: "ana@example.com",
    client: "vscode",
    branch: "main",
    checkout,
    role: "incumbent",
    muted: false,
    changes,
    ...over,
  };
}

/** Mine at `/w/mine`, theirs at `/w/theirs`, unless sides are given. */
export function conflict(number: number, over: Partial<Conflict> = {}): Conflict {
  const subject = "sym:ts:src/refund.ts#issueRefund";
  return {
    ref: `CF-${number}`,
    repo,
    kind: "symbol_overlap",
    severity: "warn",
    blocking: false,
    confidence: 0.95,
    evidence: "observed",
    subjects: [subject],
    paths: ["src/refund.ts"],
    sides: [
      side("SES-1", "/w/mine", [change(subject, "src/refund.ts", 0)]),
      side("SES-2", "/w/theirs", [{ ...change(subject, "src/refund.ts", 4), change: "signature" }], {
        client: "claude_code",
        branch: "feat/partial-refunds",
        role: "newcomer",
      }),
    ],
    summary: "SES-1 changes the body of issueRefund, whose signature SES-2 changes.",
    suggestion: "SES-2 rebases after SES-1 (will_rebase).",
    status: "open",
    feedback: [],
    openedAt: "2026-11-30T10:00:00.000Z",
    updatedAt: "2026-11-30T10:00:00.000Z",
    history: [],
    ...over,
  };
}

export function checkout(path: string, branch: string | null = "main"): Checkout {
  const commit = "a".repeat(40);
  return {
    path,
    repo,
    branch,
    head: commit,
    base: commit,
    target: "origin/main",
    developer: "ana@example.com",
    main: true,
    note: null,
  };
}

/** Mine, SES-1 at `/w/mine`. */
export function participant(over: Partial<Participant> = {}): Participant {
  return {
    ...{ ref: "SES-1", repo, developer: "ana@example.com", client: "vscode", branch: "main", checkout: "/w/mine" },
    ...{ paths: 1, symbols: 1, mayOverride: false },
    ...over,
  };
}

export function snapshot(conflicts: Conflict[], over: Partial<Snapshot> = {}): Snapshot {
  return {
    revision: 1,
    health: { state: "ready" },
    checkouts: [checkout("/w/mine"), checkout("/w/theirs", "feat/partial-refunds")],
    participants: [],
    conflicts,
    policies: [],
    ...over,
  };
}

/** Waits for a state, never for a time. */
export async function until<T>(what: string, look: () => T | undefined | false | null, ms = 10_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
