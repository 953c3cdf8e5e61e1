// Text of others is shown as text.
import assert from "node:assert/strict";
import { fence, iconless, linkless, markdown, plain } from "../../look/foreignText.ts";

describe("foreign text", () => {
  it("loses control characters, bidi overrides and line breaks", () => {
    assert.equal(plain("a\u202egnp\u202c.ts\nb\u0000\u001b[31m\u2028c\u200b"), "agnp.ts b[31mc");
    assert.equal(plain("tag\u{e0041}ged"), "tagged");
  });

  it("is bounded, and never cuts a pair in two", () => {
    assert.equal(plain("x".repeat(1000), 10).length, 10);
    assert.equal(plain("ab😀cd", 4), "ab…");
  });

  it("is no Markdown", () => {
    assert.equal(
      markdown("x](command:workbench.action.terminal.new)"),
      "x\\]\\(command\\:workbench\\.action\\.terminal\\.new\\)",
    );
    assert.equal(markdown("<img src=x onerror=1>"), "\\<img src\\=x onerror\\=1\\>");
    assert.equal(markdown("https://evil.example"), "https\\:\\/\\/evil\\.example");
  });

  it("draws no icon", () => {
    assert.equal(iconless("$(trash) feat"), "\\$(trash) feat");
  });

  it("is no link in a notification", () => {
    assert.equal(linkless("see [here](command:x)"), "see [here] (command:x)");
  });

  it("cannot end its own code block", () => {
    assert.equal(fence("diff", ["+```", "+\tx\u202e"]), "````diff\n+```\n+\tx\n````");
  });
});
