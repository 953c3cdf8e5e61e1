// Lenses in a real editor: at once, quiet while typing, and what they say.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { clash, openRefund, ourLenses, refundUri, scene, type, untilLenses } from "./stage.ts";

describe("lenses", () => {
  it("say who does what, and offer what can be done", async () => {
    await scene(clash(9));
    await openRefund();
    const titles = (await untilLenses(4)).map((lens) => lens.command?.title);
    assert.deepEqual(titles, [
      "claude_code on feat/partial-refunds changes this signature · CF-9",
      "Compare",
      "Acknowledge",
      "Will rebase",
    ]);
  });

  it("keep their number while 200 characters are typed, and move only with the text", async () => {
    const daemon = await scene(clash(9));
    const editor = await openRefund();
    const count = (await untilLenses(4)).length;
    for (let i = 0; i < 200; i++) {
      await type(editor, 1, 2, "x");
      if (i % 20 !== 0) continue;
      // The daemon finds and loses another conflict all the while.
      daemon.show(i % 40 === 0 ? [clash(9), clash(10)] : [clash(9)]);
      const lenses = await ourLenses();
      assert.equal(lenses.length, count);
      assert.ok(lenses.every((lens) => lens.range.start.line === 0));
    }
    await type(editor, 0, 0, "\n");
    assert.ok((await ourLenses()).every((lens) => lens.range.start.line === 1));
  });

  it("go by themselves once nobody types", async () => {
    const daemon = await scene(clash(9));
    await openRefund();
    await untilLenses(4);
    daemon.show([]);
    await untilLenses(0);
  });

  it("are off by a setting", async () => {
    await scene(clash(9));
    await openRefund();
    await untilLenses(4);
    const settings = vscode.workspace.getConfiguration("parley", refundUri());
    await settings.update("codeLens.enabled", false, vscode.ConfigurationTarget.Workspace);
    try {
      await untilLenses(0);
    } finally {
      await settings.update("codeLens.enabled", undefined, vscode.ConfigurationTarget.Workspace);
    }
    await untilLenses(4);
  });

  it("draw no icon that a branch's name asks for", async () => {
    const [a, b] = clash(9).sides;
    await scene(clash(9, { sides: [a, { ...b, branch: "$(trash)\u202e\nx" }] }));
    await openRefund();
    const [what] = await untilLenses(4);
    assert.equal(what?.command?.title, "claude_code on \\$(trash) x changes this signature · CF-9");
  });
});
