// The light bulb and the answers: one key press, and a refusal changes nothing.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { participant, until } from "../scene.ts";
import { clash, fixes, inside, mine, openRefund, ours, scene, type } from "./stage.ts";

const onName = new vscode.Range(0, 18, 0, 18);

describe("quick fixes", () => {
  it("are quick fixes, and prefer only Acknowledge", async () => {
    await scene(clash(9));
    await openRefund();
    await until("a diagnostic", () => ours().length === 1);
    const actions = await fixes(onName);
    assert.deepEqual(
      actions.map(({ title }) => title),
      [
        "Acknowledge (CF-9)",
        "I will rebase (CF-9)",
        "Propose sequence… (CF-9)",
        "Mark resolved (CF-9)",
        "False positive (CF-9)",
        "Compare with claude_code on feat/partial-refunds (CF-9)",
        "Open conflict (CF-9)",
      ],
    );
    assert.deepEqual(
      actions.filter((action) => action.isPreferred).map(({ title }) => title),
      ["Acknowledge (CF-9)"],
    );
    for (const action of actions) {
      assert.ok(action.kind && vscode.CodeActionKind.QuickFix.contains(action.kind));
    }
  });

  it("acknowledge in one step, and then offer what is left", async () => {
    const daemon = await scene(clash(9));
    await openRefund();
    const [action] = await fixes(onName);
    assert.ok(action?.command);
    await vscode.commands.executeCommand(action.command.command, ...((action.command.arguments ?? []) as unknown[]));
    assert.deepEqual(daemon.of("parley/respond")[0]?.params, { repo: clash(9).repo, ref: "CF-9", action: "ack" });
    const { model } = await inside();
    await until("acknowledged", () => model.conflicts[0]?.status === "acknowledged");
    const left = await fixes(onName);
    assert.ok(!left.some(({ title }) => title.startsWith("Acknowledge")));
    assert.ok(!left.some((one) => one.isPreferred));
  });

  it("offer to ask for an override only where the conflict blocks", async () => {
    const daemon = await scene({ ...clash(9), severity: "block", blocking: true });
    await openRefund();
    await until("a diagnostic", () => ours().length === 1);
    const offered = async (): Promise<string[]> =>
      (await fixes(onName)).map(({ title }) => title).filter((title) => title.includes("verride"));
    assert.deepEqual(await offered(), ["Request override… (CF-9)"]);
    daemon.delta({ participants: [participant({ checkout: mine, mayOverride: true })] });
    const { model } = await inside();
    await until("the role", () => model.participants[0]?.mayOverride);
    assert.deepEqual(await offered(), ["Override… (CF-9)"], "to whoever may");
    await vscode.commands.executeCommand("parley.falsePositive", { repo: clash(9).repo, ref: "CF-9" });
    assert.equal(daemon.of("parley/respond")[0]?.params.action, "false_positive");
  });

  it("are found where the text is now", async () => {
    await scene(clash(9));
    const editor = await openRefund();
    await type(editor, 0, 0, "// typed\n// typed\n");
    assert.ok((await fixes(new vscode.Range(2, 18, 2, 18))).length > 0);
    assert.equal((await fixes(new vscode.Range(0, 1, 0, 1))).length, 0);
  });

  it("change nothing when the daemon refuses", async () => {
    const daemon = await scene(clash(9));
    daemon.refuseWith = "Only its participants may act.";
    const id = { repo: clash(9).repo, ref: "CF-9" };
    assert.equal(await vscode.commands.executeCommand("parley.willRebase", id), false);
    const { model } = await inside();
    assert.equal(model.conflicts[0]?.status, "open");
    assert.equal(ours().length, 1);
  });

  it("refuse an argument that is no conflict of this window", async () => {
    const daemon = await scene(clash(9));
    assert.equal(await vscode.commands.executeCommand("parley.acknowledge", { repo: "x", ref: "CF-9" }), false);
    assert.equal(daemon.of("parley/respond").length, 0);
  });
});
