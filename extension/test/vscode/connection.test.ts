// The daemon gone for good: cleared after ten seconds, said once; and back.
import assert from "node:assert/strict";
import { statusLook } from "../../look/statusLook.ts";
import { sayEnglish } from "../../look/wording.ts";
import { until } from "../scene.ts";
import { allOurs, clash, inside, restart, scene } from "./stage.ts";

describe("connection", () => {
  it("keeps the squiggles for a moment, clears them after ten seconds, and says offline once", async () => {
    const daemon = await scene(clash(9));
    await until("one", () => allOurs().length === 1);
    const { client, model } = await inside();
    const states: string[] = [];
    const listener = client.onDidChangeState(({ state }) => states.push(state));
    await daemon.stop();
    await until("not connected", () => client.state.state === "connecting");
    assert.equal(allOurs().length, 1);
    await until("cleared", () => allOurs().length === 0, 20_000);
    assert.match(statusLook(model, client.state, client.version, sayEnglish).text ?? "", /offline/);
    await restart();
    listener.dispose();
    assert.deepEqual(
      states.filter((state) => state === "offline"),
      ["offline"],
    );
    await scene(clash(9));
    await until("back", () => allOurs().length === 1);
  });
});
