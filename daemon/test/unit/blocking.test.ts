// How loud a finding is, whom it blocks, and who may override: by the policy in force.
import assert from "node:assert/strict";
import { conflictKinds, type Conflict, type Judgement } from "../../../shared/model/conflict.ts";
import { policySchema, type Policy } from "../../../shared/protocol/policyFile.ts";
import { mayOverride } from "../../core/policy/roles.ts";
import { rulesOf } from "../../core/policy/rules.ts";
import { severityOf, type Judged } from "../../core/policy/severity.ts";
import { World } from "../support/twoSides.ts";

type Written = Parameters<typeof policySchema.parse>[0];

const policyOf = (written: Written = {}): Policy => policySchema.parse(written);
const sure: Judged = { kind: "protected_path", confidence: 1, evidence: "observed", subjects: ["rule:db/**"] };
const loud = (judged: Partial<Judged>, written?: Written): string =>
  severityOf({ ...sure, ...judged }, rulesOf(policyOf(written)));

describe("Severity", () => {
  const defaults = { path_overlap: "info", protected_path: "block", duplicate_work: "info" } as Record<string, string>;
  for (const kind of conflictKinds)
    it(`of ${kind} is ${defaults[kind] ?? "warn"} by default`, () =>
      assert.equal(loud({ kind, subjects: ["sym:ts:a.ts#f"] }), defaults[kind] ?? "warn"));

  for (const kind of ["symbol_overlap", "dependency_order", "textual_merge", "duplicate_work"] as const)
    it(`of ${kind}, which cannot block, is at most warn`, () =>
      assert.equal(loud({ kind }, { severity: { [kind]: "block" } }), "warn"));

  it("of a kind is what the policy says", () => {
    assert.equal(loud({ kind: "symbol_overlap" }, { severity: { symbol_overlap: "info" } }), "info");
    assert.equal(loud({}, { severity: { protected_path: "warn" } }), "warn");
  });

  const payments = { match: "http:POST /v1/payments/**", criticality: "frozen" };
  const payment = { kind: "contract_break", subjects: ["http:POST /v1/payments/:id"], confidence: 0.9 } as const;

  it("of a broken contract is block where its criticality is on the policy's list", () => {
    assert.equal(loud(payment), "warn");
    assert.equal(loud(payment, { contract_criticality: [payments] }), "block");
    const onlyHigh = { contract_criticality: [payments], block_contract_break_when_criticality: ["high"] };
    assert.equal(loud(payment, onlyHigh), "warn");
    assert.equal(
      loud({ ...payment, subjects: ["http:GET /v1/payments/:id"] }, { contract_criticality: [payments] }),
      "warn",
    );
  });

  it("of a contract that still works and does something else is never block", () => {
    assert.equal(loud({ ...payment, isBehaviour: true }, { contract_criticality: [payments] }), "warn");
  });

  it("falls from block to warn below block_min_confidence", () => {
    assert.equal(loud({ confidence: 0.84 }), "warn");
    assert.equal(loud({ confidence: 0.85 }), "block");
    assert.equal(loud({ confidence: 0.5 }, { block_min_confidence: 0.5 }), "block");
  });

  it("falls from block to warn on inferred evidence, not on declared", () => {
    assert.equal(loud({ evidence: "inferred" }), "warn");
    assert.equal(loud({ evidence: "declared" }), "block");
  });

  it("is never block across repositories", () => {
    assert.equal(loud({ ...payment, isCrossRepo: true }, { contract_criticality: [payments] }), "warn");
  });

  it("of files is block only where one side holds them exclusively", () => {
    const files = { kind: "path_overlap", confidence: 0.95 } as const;
    assert.equal(loud({ ...files, isExclusive: true }), "block");
    assert.equal(loud(files, { severity: { path_overlap: "block" } }), "warn");
  });
});

describe("A role", () => {
  const members = [
    { email: "Own@example.com", role: "owner" },
    { email: "adm@example.com", role: "admin" },
    { email: "mem@example.com", role: "member" },
  ];
  it("is owner for everybody where the policy names no members", () => {
    assert.ok(mayOverride(policyOf(), "anybody@example.com"));
  });
  it("is what the policy says, whatever the case of the letters", () => {
    const policy = policyOf({ members });
    const may = (name: string): boolean => mayOverride(policy, `${name}@example.com`);
    assert.deepEqual(["own", "adm", "mem", "who"].map(may), [true, true, false, false]);
  });
  it("counts where allowed_roles names it", () => {
    const policy = policyOf({ members, override: { allowed_roles: ["member"] } });
    assert.deepEqual(
      ["own", "mem"].map((name) => mayOverride(policy, `${name}@example.com`)),
      [false, true],
    );
  });
});

const [left, right] = ["/left", "/right"];

function governed(written: Written, bases: Record<string, string>): World {
  const world = new World();
  for (const checkout of [left, right]) {
    world.see(checkout);
    world.read(checkout, bases, bases);
  }
  world.send({ type: "household", main: left, checkouts: [left, right] });
  world.send({ type: "policy_read", checkout: left, policy: policyOf(written), problems: [] });
  return world;
}

function check(world: World, checkout: string, ...paths: string[]): Judgement {
  const effects = world.send({ type: "check", request: 1, checkout, intended: { action: "edit", paths } });
  const found = effects.find((effect) => effect.type === "judge");
  assert.ok(found?.answer.ok);
  return found.answer.judgement;
}

describe("A file held exclusively", () => {
  const schema = "db/schema.prisma";
  const policy = { exclusive_by_default: [schema, "db/seeds/**"], exclusive_max_files: 2 };
  const bases: Record<string, string> = { [schema]: "model A {}\n" };
  const touch = (world: World, checkout: string, path = schema): unknown =>
    world.save(checkout, path, bases[path] ?? null, `model ${checkout.slice(1)} {}\n`, (world.now += 1));

  it("blocks the newcomer before the edit, and not the one who holds it", () => {
    const world = governed(policy, bases);
    touch(world, left);
    assert.equal(check(world, left, schema).decision, "allow");
    assert.equal(check(world, right, schema).decision, "block");
  });

  it("is an overlap that blocks once both have edited it, and still only the newcomer", () => {
    const world = governed(policy, bases);
    touch(world, left);
    touch(world, right);
    const held = world.live().find(({ kind }) => kind === "path_overlap");
    assert.deepEqual([held?.severity, held?.blocking, held?.confidence], ["block", true, 0.95]);
    assert.deepEqual([check(world, right, schema).decision, check(world, left, schema).decision], ["block", "warn"]);
  });

  it("is free for who comes first, and where nobody touched it", () => {
    assert.equal(check(governed(policy, bases), right, schema).decision, "allow");
  });

  it("is free again when its holder takes the edit back", () => {
    const world = governed(policy, bases);
    touch(world, left);
    world.save(left, schema, bases[schema]!, bases[schema]!);
    world.pass(10_000);
    assert.equal(check(world, right, schema).decision, "allow");
  });

  it("is nobody's where one holds more than exclusive_max_files", () => {
    const world = governed(policy, bases);
    for (const path of [schema, "db/seeds/1.sql", "db/seeds/2.sql"]) touch(world, left, path);
    assert.notEqual(check(world, right, schema).decision, "block");
  });

  it("is not, where the policy does not say so", () => {
    const world = governed({}, bases);
    touch(world, left);
    assert.equal(check(world, right, schema).decision, "allow", "info is no warning");
  });
});

describe("A protected path", () => {
  const migration = "db/migrations/1.sql";
  const guard = (owner: string): Written => ({
    protected_paths: [{ paths: ["db/migrations/**"], owners: [`user:${owner}`] }],
  });
  const touched = (written: Written, path = migration): Conflict[] => {
    const world = governed(written, {});
    world.save(right, path, null, "select 1;\n");
    return world.live();
  };

  it("that somebody else touched is a conflict with the rule, which was there first", () => {
    const [found, ...others] = touched(guard("boss@example.com"));
    assert.deepEqual(
      [found?.kind, found?.severity, found?.confidence, others.length],
      ["protected_path", "block", 1, 0],
    );
    assert.deepEqual(
      found?.sides.map(({ ref, role }) => [ref, role]),
      [
        ["SES-2", "newcomer"],
        ["rule:db/migrations/**", "incumbent"],
      ],
    );
    assert.match(found.suggestion, /request_override/);
  });

  it("blocks whoever is about to touch it, and leaves nothing behind where he does not", () => {
    const world = governed(guard("boss@example.com"), {});
    assert.equal(check(world, right, migration).decision, "block");
    assert.equal(check(world, right, "src/a.ts").decision, "allow");
  });

  for (const [name, written, path] of [
    ["its owner's", guard("right@example.com"), migration],
    ["its owner's, whatever the case of the letters", guard("Right@Example.com"), migration],
    ["not the rule's", guard("boss@example.com"), "db/other/1.sql"],
    ["protected by no policy", {}, migration],
    ["beside the folder", guard("boss@example.com"), "db/migrations-old/1.sql"],
  ] as const)
    it(`that is ${name} is silent`, () => assert.deepEqual(touched(written, path), []));

  it("is over with the rule", () => {
    const world = governed(guard("boss@example.com"), {});
    world.save(right, migration, null, "select 1;\n");
    world.send({ type: "policy_read", checkout: left, policy: policyOf({}), problems: [] });
    world.pass(10_000);
    assert.deepEqual(world.live(), []);
  });

  it("is not blocked for the side that muted it, nor once it is overridden", () => {
    const world = governed(guard("boss@example.com"), {});
    world.save(right, migration, null, "select 1;\n");
    const [{ ref }] = world.live() as [Conflict];
    world.respond(ref, "false_positive", { as: "SES-2" });
    assert.equal(check(world, right, migration).decision, "allow");
    assert.equal(world.live()[0]?.status, "open", "the rule has not said so");

    const other = governed(guard("boss@example.com"), {});
    other.save(right, migration, null, "select 1;\n");
    other.respond(other.live()[0]!.ref, "override", { note: "agreed with boss" });
    assert.equal(check(other, right, migration).decision, "allow");
  });

  it("is no participant: nobody acts for it", () => {
    const world = governed(guard("boss@example.com"), {});
    world.save(right, migration, null, "select 1;\n");
    const [effect] = world
      .respond(world.live()[0]!.ref, "ack", { as: "rule:db/migrations/**" })
      .filter(({ type }) => type === "answer");
    assert.ok(effect?.type === "answer" && !effect.answer.ok);
    assert.equal(effect.answer.refusal.message, "rule:db/migrations/** is no side of CF-1: SES-2 is.");
  });
});
