// The window before any daemon: active at once, silent, and the same after ten reconnects.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { change, side, until } from "../scene.ts";
import { allOurs, clash, fake, inside, mine, scene, theirs } from "./stage.ts";

describe("start", () => {
  it("is active without a daemon, and shows nothing", async () => {
    const { client, model } = await inside();
    assert.notEqual(client.state.state, "ready");
    assert.equal(model.known, false);
    assert.deepEqual(allOurs(), []);
  });

  it("tells the daemon the folders of the window", async () => {
    const daemon = await fake();
    const [initialize] = daemon.of("parley/initialize");
    assert.deepEqual(initialize?.params.folders, [mine]);
  });

  it("has 30 problems for 30 findings, also after ten reconnects", async () => {
    const findings = Array.from({ length: 30 }, (_, i) => {
      const subject = `sym:ts:src/many.ts#f${i}`;
      const changes = [change(subject, "src/many.ts", i)];
      return clash(100 + i, { sides: [side("SES-1", mine, changes), side("SES-2", theirs, changes)] });
    });
    const daemon = await scene(...findings);
    await until("30 problems", () => allOurs().length === 30);
    const { client } = await inside();
    for (let round = 0; round < 10; round++) {
      const before = daemon.initialized;
      daemon.drop();
      await until("reconnected", () => daemon.initialized > before && client.state.state === "ready");
      assert.equal(allOurs().length, 30);
    }
  });

  it("registers its commands, and none without the category", async () => {
    const commands = await vscode.commands.getCommands(true);
    const declared = (
      vscode.extensions.getExtension("parley.parley")?.packageJSON as {
        contributes: { commands: { command: string; category?: string }[] };
      }
    ).contributes.commands;
    for (const { command, category } of declared) {
      assert.ok(commands.includes(command), command);
      assert.equal(category, "Parley", command);
    }
  });
});
