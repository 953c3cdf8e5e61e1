// A policy file beside a running daemon: in force as it is saved, and asked by checks over HTTP and on the command line.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Conflict, Judgement } from "../../../shared/model/conflict.ts";
import type { PolicyProblem } from "../../../shared/protocol/policyFile.ts";
import { gitScene, type GitScene } from "../gitScene.ts";
import {
  ask,
  connect,
  parley,
  post,
  startDaemon,
  type Client,
  type CommandResult,
  type RealDaemon,
} from "../realDaemon.ts";
import { waitFor } from "../waitFor.ts";

const base = "export function f(a: number) {\n  return a;\n}\n";
const file = ".parley/policy.yaml";
const protects = (owner: string): string => `protected_paths:
  - paths: ["db/migrations/**"]
    owners: ["user:${owner}"]
`;

interface PolicyAnswer {
  policies: { policy: { severity: Record<string, string> }; problems: PolicyProblem[] }[];
}

describe("a policy", () => {
  let scene: GitScene;
  let daemon: RealDaemon;
  let client: Client;
  let other: string;

  beforeEach(async () => {
    scene = gitScene({ "a.ts": base, "db/migrations/1.sql": "select 1;\n" });
    other = scene.worktree("other");
    scene.git(scene.main, "config", "extensions.worktreeConfig", "true");
    scene.git(other, "config", "--worktree", "user.email", "ben@example.com");
    daemon = await startDaemon();
    client = await connect(daemon, null);
  });

  afterEach(async () => {
    client.close();
    await daemon.stop();
    scene.remove();
  });

  const watch = (): Promise<unknown> => post(daemon, "/v1/watch", { path: scene.main });
  const check = async (paths: string[], checkout = other, action = "edit"): Promise<Judgement> =>
    (await ask<Judgement>(daemon, "POST", "/v1/check", { checkout, action, paths })).body;
  const cli = (args: string[], folder = other): Promise<CommandResult> => parley(daemon.home, args, folder);
  const policy = async (): Promise<PolicyAnswer["policies"][0]> =>
    (await ask<PolicyAnswer>(daemon, "GET", "/v1/policy")).body.policies[0]!;

  async function overlap(): Promise<Conflict> {
    scene.write(scene.main, "a.ts", base.replace("return a", "return a + 1"));
    scene.write(other, "a.ts", base.replace("return a", "return a + 2"));
    await watch();
    return (await client.until("an overlap", (all) => all.some(isOverlap))).find(isOverlap)!;
  }
  const isOverlap = ({ kind }: Conflict): boolean => kind === "symbol_overlap";

  it("changes what is live as it is saved, and back as it is removed", async () => {
    assert.equal((await overlap()).severity, "warn");
    scene.write(scene.main, file, "severity: { symbol_overlap: info }\n");
    await client.until("less loud", (all) => all.some((each) => isOverlap(each) && each.severity === "info"));
    fs.rmSync(path.join(scene.main, file));
    await client.until("as loud as before", (all) => all.some((each) => isOverlap(each) && each.severity === "warn"));
  });

  it("that is broken leaves the last valid one in force, over a restart too", async () => {
    scene.write(scene.main, file, "severity: { symbol_overlap: info }\n");
    assert.equal((await overlap()).severity, "info");
    scene.write(scene.main, file, "severity: { symbol_overlap: loud }\n");
    const [problem] = await waitFor("the error", async () => {
      const { problems } = await policy();
      return problems.length > 0 ? problems : null;
    });
    assert.match(problem!.message, /^severity\.symbol_overlap is "loud": it has to be one of info, warn, block\.$/);
    assert.deepEqual(problem!.range.start, { line: 0, character: 28 });
    assert.equal((await policy()).policy.severity["symbol_overlap"], "info");
    client.close();
    await daemon.stop();
    daemon = await startDaemon(daemon.home);
    client = await connect(daemon, null);
    await client.until("the overlap", (all) => all.some((each) => isOverlap(each) && each.severity === "info"));
    const { policy: kept } = await waitFor("the policy", policy);
    assert.equal(kept.severity["symbol_overlap"], "info");
  });

  it("is that of the main checkout: no branch unprotects itself", async () => {
    scene.write(scene.main, file, protects("ana@example.com"));
    scene.write(other, file, protects("ben@example.com"));
    await watch();
    const { decision } = await waitFor("the block", async () => {
      const judged = await check(["db/migrations/1.sql"]);
      return judged.decision === "block" ? judged : null;
    });
    assert.equal(decision, "block");
  });

  it("blocks whoever is no owner before the edit, and names the rule; the owner may", async () => {
    scene.write(scene.main, file, protects("ana@example.com"));
    await watch();
    const judged = await waitFor("the block", async () => {
      const each = await check([path.join(other, "db/migrations/2.sql")]);
      return each.decision === "block" ? each : null;
    });
    assert.deepEqual(
      judged.conflicts.map(({ kind, blocking, confidence }) => [kind, blocking, confidence]),
      [["protected_path", true, 1]],
    );
    assert.match(judged.message, /db\/migrations\/\*\*/);
    assert.equal((await check(["db/migrations/2.sql"], scene.main)).decision, "allow");
    assert.equal((await check(["a.ts"])).decision, "allow");
    const blocked = await cli(["check", "--path", "db/migrations/2.sql", "--action", "edit"]);
    assert.equal(blocked.code, 2, blocked.stderr);
    assert.equal((await cli(["check", "--path", "a.ts", "--action", "edit"])).code, 0);
  });

  it("lets a muted side and an overridden conflict pass", async () => {
    scene.write(scene.main, file, protects("ana@example.com"));
    await watch();
    const judged = await waitFor("the block", async () => {
      const each = await check(["db/migrations/2.sql"]);
      return each.decision === "block" ? each : null;
    });
    const { ref, sides } = judged.conflicts[0]!;
    const me = sides.find(({ checkout }) => checkout === other)!.ref;
    assert.equal((await cli(["respond", ref, "false_positive", "--as", me])).code, 0);
    assert.equal((await check(["db/migrations/2.sql"])).decision, "allow");
  });

  it("says who may override: not everybody, and for a reason", async () => {
    scene.write(
      scene.main,
      file,
      'members:\n  - { email: "ana@example.com", role: member }\n  - { email: "cy@example.com", role: owner }\n',
    );
    const { ref } = await overlap();
    await waitFor("the policy", async () => ("members" in (await policy()).policy ? true : null));
    const refused = await ask<{ detail: string }>(daemon, "POST", `/v1/conflicts/${ref}/override`, {
      reason: "by hand",
    });
    assert.equal(refused.status, 403);
    assert.match(
      refused.body.detail,
      /may not override: that takes the role owner or admin\. Ask with request_override\.$/,
    );
    scene.write(
      scene.main,
      file,
      'members:\n  - { email: "ana@example.com", role: admin }\noverride: { require_reason: false }\n',
    );
    const done = await waitFor("the role", async () => {
      const each = await ask<Conflict>(daemon, "POST", `/v1/conflicts/${ref}/override`, {});
      return each.status === 200 ? each.body : null;
    });
    assert.equal(done.status, "overridden");
  });

  it("lets an owner of this machine override what another developer must not touch", async () => {
    const members = '  - { email: "ana@example.com", role: owner }\n  - { email: "ben@example.com", role: member }\n';
    scene.write(scene.main, file, `${protects("ana@example.com")}members:\n${members}`);
    scene.write(other, "db/migrations/2.sql", "select 2;\n");
    await watch();
    const isGuarded = ({ kind }: Conflict): boolean => kind === "protected_path";
    const { ref } = (await client.until("the protected path", (all) => all.some(isGuarded))).find(isGuarded)!;
    const done = await ask<Conflict>(daemon, "POST", `/v1/conflicts/${ref}/override`, {
      reason: "agreed on the phone",
    });
    assert.deepEqual([done.status, done.body.status], [200, "overridden"]);
    assert.equal((await check(["db/migrations/2.sql"])).decision, "allow");
  });

  it("is checked by hand, with its place, and exit code 1 where it is broken", async () => {
    scene.write(scene.main, file, "severity:\n  symbol_overlap: loud\nseverty: 1\n");
    const broken = await cli(["policy", "check"], scene.main);
    assert.equal(broken.code, 1);
    const where = path.join(scene.main, file);
    assert.match(broken.stdout, new RegExp(`^${where}:2:19: error: severity\\.symbol_overlap is "loud"`, "m"));
    assert.match(broken.stdout, new RegExp(`^${where}:3:1: warning: severty is not known`, "m"));
    scene.write(scene.main, file, "severity: { symbol_overlap: info }\n");
    assert.deepEqual(
      [(await cli(["policy", "check"], scene.main)).code, (await cli(["policy", "check", "nowhere.yaml"])).code],
      [0, 1],
    );
  });

  it("is nothing that a link or a huge file can be", async () => {
    await overlap();
    const odd: [string, () => void, RegExp][] = [
      [
        "a link",
        () => fs.symlinkSync("/etc/passwd", path.join(scene.main, file)),
        /no plain file: links are not followed/,
      ],
      ["11 MB", () => scene.write(scene.main, file, "# long\n".repeat(1_600_000)), /larger than 1 MB/],
      ["bytes", () => fs.writeFileSync(path.join(scene.main, file), Buffer.from([0xff, 0xfe, 0x00])), /not UTF-8/],
    ];
    for (const [what, make, why] of odd) {
      fs.rmSync(path.join(scene.main, ".parley"), { recursive: true, force: true });
      fs.mkdirSync(path.join(scene.main, ".parley"));
      make();
      await waitFor(what, async () => {
        const [problem] = (await policy()).problems;
        return problem && why.test(problem.message) ? true : null;
      });
    }
  });
});
