// What somebody else did about my conflict: who is told, and in which words.
import assert from "node:assert/strict";
import type { Conflict, HistoryEntry } from "../../../shared/model/conflict.ts";
import type { Participant } from "../../../shared/model/participant.ts";
import { actWords } from "../../look/actWords.ts";
import { sayEnglish } from "../../look/wording.ts";
import { type Act, SnapshotModel } from "../../model/snapshot.ts";
import { checkout, conflict, participant, snapshot } from "../scene.ts";

const found: HistoryEntry = { at: "2026-03-01T10:00:00.000Z", by: "parley", event: "found", from: null, to: "open" };
const act = (by: string, event: string, over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ at: "2026-03-01T11:00:00.000Z", by, event, from: "open", to: "open" },
  ...over,
});

function told(changed: Conflict, folder = "/w/mine", participants: Participant[] = []): Act[] {
  const model = new SnapshotModel();
  model.setFolders([{ path: folder, real: folder }]);
  const checkouts = [checkout("/w/mine"), checkout("/w/theirs"), checkout("/w/boss")];
  model.replace(snapshot([conflict(1, { history: [found] })], { checkouts, participants }));
  const acts: Act[] = [];
  model.onDidAct((each) => acts.push(each));
  model.apply({ revision: 2, conflicts: [changed] });
  return acts;
}

describe("an act of somebody else", () => {
  it("is told once, in the window that it concerns", () => {
    const [one, ...more] = told(conflict(1, { history: [found, act("ben@example.com", "ack")] }));
    assert.deepEqual([one?.entry.event, one?.conflict.ref, more.length], ["ack", "CF-1", 0]);
    assert.deepEqual(told(conflict(1, { history: [found, act("ben@example.com", "ack")] }), "/w/else"), []);
  });

  it("that asks for an override is told to whoever may give it, without a side of his own", () => {
    const request = conflict(1, { history: [found, act("ben@example.com", "request_override")] });
    const boss = { checkout: "/w/boss", developer: "cy@example.com" };
    assert.equal(told(request, "/w/boss", [participant({ ...boss, mayOverride: true })]).length, 1);
    assert.equal(told(request, "/w/boss", [participant(boss)]).length, 0);
    const other = conflict(1, { history: [found, act("ben@example.com", "ack")] });
    assert.equal(told(other, "/w/boss", [participant({ ...boss, mayOverride: true })]).length, 0);
  });

  it("is told also where it ends the conflict", () => {
    const ended = conflict(1, { status: "overridden", history: [found, act("ben@example.com", "override")] });
    assert.equal(told(ended).length, 1);
  });

  it("is not one's own, nor the machine's, nor a conflict that was not there before", () => {
    for (const by of ["ana@example.com", "SES-1", "parley"])
      assert.deepEqual(told(conflict(1, { history: [found, act(by, "ack")] })), []);
    assert.deepEqual(told(conflict(2, { history: [found, act("ben@example.com", "ack")] })), []);
  });

  it("leaves an ended conflict to be read, not to be found among the live", () => {
    const model = new SnapshotModel();
    model.replace(snapshot([conflict(1)]));
    model.apply({ revision: 2, conflicts: [conflict(1, { status: "overridden" })] });
    assert.equal(model.find(conflict(1)), undefined);
    assert.equal(model.findAny(conflict(1))?.status, "overridden");
  });

  it("is said loudly only where it wants an answer or changes what one may do", () => {
    const words = (event: string, note?: string) =>
      actWords(conflict(9), act("ben@example.com", event, note === undefined ? {} : { note }), sayEnglish);
    assert.deepEqual(words("request_override", "it [cannot](command:x) wait"), {
      loudness: "request",
      sentence: "ben asks to override CF-9: it [cannot] (command:x) wait",
    });
    assert.deepEqual(words("override", "by hand"), { loudness: "notice", sentence: "ben overrode CF-9: by hand" });
    assert.equal(words("propose_sequence", "me first")?.loudness, "notice");
    for (const event of ["ack", "will_rebase", "resolved", "false_positive", "muted"])
      assert.equal(words(event)?.loudness, "passing");
    for (const event of ["evidence_gone", "overlap_returned", "feedback_useful"]) assert.equal(words(event), null);
  });
});
