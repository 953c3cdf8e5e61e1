// The status item in every state.
import assert from "node:assert/strict";
import type { LinkState } from "../../connection/daemonClient.ts";
import { SnapshotModel } from "../../model/snapshot.ts";
import { statusLook } from "../../look/statusLook.ts";
import { sayEnglish } from "../../look/wording.ts";
import { conflict, snapshot } from "../scene.ts";

const ready: LinkState = { state: "ready" };

function model(...args: Parameters<typeof snapshot>): SnapshotModel {
  const own = new SnapshotModel();
  own.setFolders([{ path: "/w/mine", real: "/w/mine" }]);
  own.replace(snapshot(...args));
  return own;
}
function look(own: SnapshotModel, link: LinkState = ready) {
  return statusLook(own, link, "0.1.0", sayEnglish);
}

describe("status", () => {
  it("is hidden without a folder, before trust, and where nothing can be watched", () => {
    assert.equal(look(new SnapshotModel(), { state: "idle", why: "no_folder" }).text, null);
    assert.equal(look(new SnapshotModel(), { state: "idle", why: "untrusted" }).text, null);
    const own = model([]);
    own.replace(snapshot([]), [{ folder: "/w/mine", reason: "not a repository" }]);
    assert.equal(look(own).text, null);
  });

  it("counts what has a side here; red only when this window is blocked", () => {
    const blocking = conflict(3, { severity: "block", blocking: true });
    assert.equal(look(model([conflict(1), blocking])).text, "$(git-compare) 1 block 1 warn");
    assert.equal(look(model([blocking])).background, "none");
    const [a, b] = blocking.sides;
    const blocked = {
      ...blocking,
      sides: [
        { ...a, role: "newcomer" },
        { ...b, role: "incumbent" },
      ] as typeof blocking.sides,
    };
    assert.equal(look(model([blocked])).background, "error");
  });

  it("says starting, degraded with its reasons, offline, incompatible", () => {
    assert.equal(look(model([], { health: { state: "starting" } })).text, "$(loading~spin)");
    const degraded = look(model([], { health: { state: "degraded", reasons: ["Git is too old: install 2.38."] } }));
    assert.equal(degraded.text, "$(warning)");
    assert.ok(degraded.lines.includes("Git is too old: install 2.38."));
    const offline = look(new SnapshotModel(), { state: "offline", reason: "No daemon answers." });
    assert.deepEqual([offline.text, offline.background], ["$(debug-disconnect) Parley offline", "warning"]);
    assert.match(look(new SnapshotModel(), { state: "incompatible", reason: "Update." }).text ?? "", /update needed/);
  });

  it("does not blink while it reconnects", () => {
    const own = model([conflict(1)]);
    assert.equal(look(own, { state: "connecting" }).text, look(own).text);
  });
});
