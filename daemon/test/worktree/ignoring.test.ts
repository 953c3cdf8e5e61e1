// Ignore rules must say what git says; the ledger must not believe what cannot be read.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { IgnoreRules, isBuiltInIgnored } from "../../worktree/ignoring.ts";
import { Ledger } from "../../worktree/ledger.ts";
import { gitEnvironment } from "../../worktree/git.ts";
import { Sandbox } from "./support.ts";

describe("ignore rules", () => {
  const folder = fc.constantFrom("a", "b", "out", "Ünï", "sp ace");
  const file = fc.constantFrom("a", "b", "x.log", "y.ts", "out");
  const path = fc
    .tuple(fc.array(folder, { maxLength: 3 }), file)
    .map(([folders, name]) => [...folders, name].join("/"));
  const plain = fc
    .tuple(
      fc.constantFrom("", "/", "**/"),
      fc.oneof(path, fc.constantFrom("*.log", "*", "**", "o?t", "[ab]")),
      fc.constantFrom("", "/", "/**"),
    )
    .map((parts) => parts.join(""));
  const rulesOf = (pattern: fc.Arbitrary<string>) =>
    fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join("\n"));
  const rules = rulesOf(
    fc.oneof(
      plain,
      plain.map((pattern) => `!${pattern}`),
    ),
  );
  /** A deeper file that takes back the ignoring of a whole folder is beyond what ours gets right in every mixture. */
  const deeper = rulesOf(fc.oneof(plain, fc.constantFrom("!*.log", "!y.ts", "!/x.log")));

  it("agree with git over random rules of three levels", () => {
    const box = new Sandbox();
    box.repository("a", {});
    const places = ["", "a/", "a/b/"];
    fc.assert(
      fc.property(fc.tuple(rules, deeper, deeper), fc.array(path, { minLength: 20, maxLength: 20 }), (texts, paths) => {
        places.forEach((place, at) => box.write(`a/${place}.gitignore`, texts[at] ?? ""));
        const ours = new IgnoreRules(box.path("a"), false, []);
        for (const place of places) if (place) ours.load(place.slice(0, -1));
        const asked = [...new Set(paths)].filter((one) => one !== "a" && one !== "a/b");
        const options = { cwd: box.path("a"), env: gitEnvironment(process.env), input: asked.join("\0") } as const;
        const command = ["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"];
        const output = spawnSync("git", command, options).stdout;
        const answers = output.toString("utf8").split("\0");
        const theirs = new Set<string>();
        for (let at = 0; at + 3 < answers.length; at += 4)
          if (answers[at] && !answers[at + 2]?.startsWith("!")) theirs.add(answers[at + 3] ?? "");
        assert.deepEqual(
          asked.filter((one) => ours.ignoresFile(one)),
          asked.filter((one) => theirs.has(one)),
        );
      }),
      { numRuns: 60 },
    );
    box.remove();
  });

  it("have a built-in list that spares sources", () => {
    for (const path of [
      "src/vendor.ts",
      "build/a.ts",
      "dist/b.js",
      "tmp/c.ts",
      "lib/min.js",
      "src/lock.ts",
      "bin/x.ts",
      ".env",
    ]) {
      assert.equal(isBuiltInIgnored(path), false, path);
    }
    for (const path of [
      "a/yarn.lock",
      "x/node_modules/y/z.js",
      "a.ts.tmp.123.456",
      ".a.ts.swp",
      "jquery-min.js",
      ".git",
    ]) {
      assert.equal(isBuiltInIgnored(path), true, path);
    }
  });
});

describe("ledger", () => {
  const fact = { path: "a.ts", base: "b", mtime: 1 };
  const text = { kind: "text", text: "x" } as const;

  it("keeps the last known side of a file that cannot be read", () => {
    const ledger = new Ledger("empty", () => undefined);
    assert.equal(ledger.learn({ ...fact, head: { blob: "h", content: text }, readable: true }), true);
    assert.equal(ledger.learn({ ...fact, head: null, readable: false }), false);
    assert.deepEqual(ledger.get("a.ts"), { base: "b", head: "h" });
    assert.deepEqual(ledger.replace([{ ...fact, head: null, readable: false }], new Set()), []);
    assert.deepEqual(ledger.get("a.ts"), { base: "b", head: "h" });
    ledger.close();
  });

  it("believes nothing missing or emptied at first sight", () => {
    const ledger = new Ledger("empty", () => undefined);
    assert.equal(ledger.learn({ ...fact, head: null, readable: true }), false);
    assert.equal(ledger.learn({ ...fact, head: { blob: "empty", content: text }, readable: true }), false);
    assert.equal(ledger.get("a.ts"), undefined);
    ledger.close();
  });
});
