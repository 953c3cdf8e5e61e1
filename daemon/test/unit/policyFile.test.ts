// What a policy file may say, and the one sentence for whatever it may not.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { defaultPolicy, policyJsonSchema, type PolicyProblem } from "../../../shared/protocol/policyFile.ts";
import { readPolicy } from "../../policy/readPolicy.ts";

/** `2:3 error: message`, lines and columns counted from 1. */
function shown({ severity, message, range }: PolicyProblem): string {
  return `${range.start.line + 1}:${range.start.character + 1} ${severity}: ${message}`;
}

async function problems(text: string): Promise<string[]> {
  return (await readPolicy(text)).problems.map(shown);
}

async function errorOf(text: string): Promise<string> {
  const { policy, problems } = await readPolicy(text);
  assert.equal(policy, null, "a policy with an error is none");
  const [first] = problems.filter(({ severity }) => severity === "error");
  assert.ok(first);
  return shown(first);
}

describe("A policy file", () => {
  it("without content has the defaults", async () => {
    for (const text of ["", "\n", "# nothing yet\n", "---\n", "{}"])
      assert.deepEqual(await readPolicy(text), { policy: defaultPolicy, problems: [] });
  });

  it("may say every key there is", async () => {
    const text = `version: 1
severity: { path_overlap: warn, symbol_overlap: warn, contract_break: block, textual_merge: info }
block_min_confidence: 0.9
block_contract_break_when_criticality: [frozen]
contract_criticality:
  - { match: "http:POST /v1/payments/**", criticality: frozen }
protected_paths:
  - paths: ["db/migrations/**"]
    owners: ["user:diego@example.com"]
exclusive_by_default: ["db/schema.prisma"]
exclusive_max_files: 3
ignore_paths: ["**/*.generated.ts"]
cross_repo_contracts: false
projects:
  - { name: billing, repos: ["github.com/acme/api", "github.com/acme/web"] }
override: { allowed_roles: [owner], require_reason: false }
members:
  - { email: "diego@example.com", role: owner }
intent_ttl_hours: 1
branch_max_age_days: 2
time_saved_minutes: { info: 1, warn: 2, block: 3 }
peer_ttl_minutes: 4
`;
    const { policy, problems } = await readPolicy(text);
    assert.deepEqual(
      problems.filter(({ severity }) => severity === "error"),
      [],
    );
    assert.ok(policy);
    assert.deepEqual(policy.severity, {
      ...defaultPolicy.severity,
      ...{ path_overlap: "warn", contract_break: "block", textual_merge: "info" },
    });
    assert.deepEqual(policy.members, [{ email: "diego@example.com", role: "owner" }]);
    assert.deepEqual(policy.time_saved_minutes, { info: 1, warn: 2, block: 3 });
    assert.deepEqual(policy.override, { allowed_roles: ["owner"], require_reason: false });
  });

  for (const [what, text, expected] of [
    [
      "a wrong word",
      "severity:\n  symbol_overlap: loud\n",
      /^2:19 error: severity\.symbol_overlap is "loud": it has to be one of info, warn, block\.$/,
    ],
    [
      "a number out of its bounds",
      "block_min_confidence: 7\n",
      /^1:23 error: block_min_confidence is 7: it has to be a number from 0 to 1\.$/,
    ],
    ["a text for a list", "ignore_paths: a.ts\n", /^1:15 error: ignore_paths is "a\.ts": it has to be a list of paths/],
    ["a list for the whole", "- a\n", /^1:1 error: The policy is .* it has to be a group of keys/],
    [
      "a team as an owner",
      'protected_paths:\n  - { paths: ["a"], owners: ["team:core"] }\n',
      /^2:\d+ error: .*team:core.*user:<email>: teams are not known here, name the people\.$/,
    ],
    [
      "an owner without user:",
      'protected_paths:\n  - { paths: ["a"], owners: ["jo@example.com"] }\n',
      /it has to be user:<email>\.$/,
    ],
    ["a newer version", "version: 2\n", /newer policies need a newer Parley\.$/],
    [
      "a tab that indents",
      "severity:\n\tsymbol_overlap: warn\n",
      /^2:\d+ error: .*a tab indents this line: indent with spaces/,
    ],
    ["a key that is there twice", "version: 1\nversion: 1\n", /^2:1 error: .*version is there twice: keep one/],
    ["a bare star", "ignore_paths:\n  - *.ts\n", /put a pattern in quotes/],
    ["an open bracket", "ignore_paths: [a, b\n", /^\d+:\d+ error: /],
    ["a second document", "version: 1\n---\nversion: 1\n", /a second document begins here: keep one/],
    ["an empty key", "override:\n", /^1:\d+ error: override is empty: it has to be /],
    [
      "a pattern that leaves the repository",
      'ignore_paths: ["../secrets/**"]\n',
      /^1:16 error: ignore_paths\[0\] is "\.\.\/secrets\/\*\*": /,
    ],
  ] as const)
    it(`with ${what} is refused, and says what would be right`, async () =>
      assert.match(await errorOf(text), expected));

  it("with an unknown key is in force, and says which one was meant", async () => {
    const { policy, problems } = await readPolicy("severty:\n  x: 1\nwhatever_this_is: 1\n");
    assert.ok(policy);
    assert.equal(shown(problems[0]!), "1:1 warning: severty is not known and does nothing: write severity.");
    assert.match(
      problems.map(shown)[1]!,
      /^3:1 warning: whatever_this_is is not known and does nothing: known are version, severity, /,
    );
  });

  it("that asks a kind to block which cannot is told so", async () => {
    assert.match((await problems("severity: { symbol_overlap: block }\n"))[0]!, /^1:\d+ warning: .*symbol_overlap/);
  });

  it("of any sort takes no time and no memory to speak of", async () => {
    const bomb = Array.from(
      { length: 30 },
      (_, n) =>
        `a${n}: &a${n} [${
          n > 0
            ? Array(9)
                .fill(`*a${n - 1}`)
                .join(",")
            : "x"
        }]`,
    );
    for (const text of [
      bomb.join("\n"),
      "[".repeat(30_000),
      "- ".repeat(30_000),
      "? ".repeat(30_000),
      "a: ".repeat(20_000),
      `${"  ".repeat(20_000)}a: 1`,
      "x".repeat(10 << 20),
      `ignore_paths: ["${"*a".repeat(10_000)}"]`,
      `ignore_paths: ["${"{a,".repeat(5_000)}"]`,
      '"\\u0000\\ud800": 1',
      "\u0000\u0001\u0002",
      "__proto__: { polluted: true }\nconstructor: 1\n",
      "%TAG ! tag:x,2000:\n--- !!binary aGk=\n",
    ]) {
      const { problems } = await readPolicy(text);
      assert.ok(problems.length > 0 && problems.length < 1000, text.slice(0, 40));
      for (const { message } of problems)
        assert.ok(message.length < 1000 && message.endsWith("."), message.slice(0, 80));
    }
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  it("has a schema for editors, which is the one that ships", () => {
    const file = path.join(import.meta.dirname, "../../../media/policy.schema.json");
    const text = `${JSON.stringify(policyJsonSchema(), null, 2)}\n`;
    if (process.env["UPDATE"]) fs.writeFileSync(file, text);
    assert.equal(
      JSON.stringify(JSON.parse(fs.readFileSync(file, "utf8"))),
      JSON.stringify(JSON.parse(text)),
      "run with UPDATE=1",
    );
  });
});
