// The layer rules bite: in a copy of the tree the checks name every breach.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const checks = ["tsc", "eslint", "depcruise"] as const;
const root = path.join(import.meta.dirname, "../../..");

type Check = "tsc" | "eslint" | "depcruise";

interface Breach {
  what: string;
  files: Record<string, string>;
  /** The checks that must fail, and what they say. */
  says: Partial<Record<Check, RegExp>>;
}

const breaches: Breach[] = [
  {
    what: "the core reads a file",
    files: { "daemon/core/reads.ts": 'import fs from "node:fs";\nexport const text = fs.readFileSync("x", "utf8");\n' },
    says: {
      tsc: /core\/reads\.ts.*node:fs/,
      eslint: /core\/reads\.ts\n.*pure folders know no machine/,
      depcruise: /core-is-pure: daemon\/core\/reads\.ts/,
    },
  },
  {
    what: "the core looks at the clock, throws dice, waits",
    files: {
      "daemon/core/moody.ts":
        "export const f = () => Date.now();\nexport const g = () => Math.random();\nexport async function h() {\n  await Promise.resolve();\n}\n",
    },
    says: { eslint: /core\/moody\.ts\n.*'Date'.*\n.*'Math\.random'.*\n.*synchronous/ },
  },
  {
    what: "the core knows the rim",
    files: { "daemon/core/curious.ts": 'export { homeFolder } from "../singleton.ts";\n' },
    says: { depcruise: /core-is-pure: daemon\/core\/curious\.ts/ },
  },
  {
    what: "shared/ knows the editor",
    files: { "shared/windowed.ts": 'import type { Uri } from "vscode";\nexport type Place = Uri;\n' },
    says: { eslint: /shared\/windowed\.ts\n.*no editor/, depcruise: /shared-stands-alone: shared\/windowed\.ts/ },
  },
  {
    what: "shared/ knows Node",
    files: { "shared/homely.ts": "export const home = process.env.HOME;\n" },
    says: { tsc: /shared\/homely\.ts.*process/, eslint: /shared\/homely\.ts\n(.*\n)?.*'process'/ },
  },
  {
    what: "the extension imports the daemon",
    files: { "extension/direct.ts": 'export { version } from "../daemon/version.ts";\n' },
    says: { depcruise: /extension-not-daemon: extension\/direct\.ts/ },
  },
  {
    what: "the daemon imports the extension",
    files: { "daemon/direct.ts": 'export * from "../extension/main.ts";\n' },
    says: { depcruise: /daemon-not-extension: daemon\/direct\.ts/ },
  },
  {
    what: "two files import each other",
    files: {
      "shared/hen.ts": 'import { egg } from "./egg.ts";\nexport const hen = (): unknown => egg;\n',
      "shared/egg.ts": 'import { hen } from "./hen.ts";\nexport const egg = (): unknown => hen;\n',
    },
    says: { depcruise: /no-cycles: shared\/(hen|egg)\.ts/ },
  },
  {
    what: "one part of the rim uses another",
    files: { "daemon/store/sideways.ts": 'export { reject } from "../editors/door.ts";\n' },
    says: { depcruise: /rim-store-alone: daemon\/store\/sideways\.ts/ },
  },
  {
    what: "the editors' side starts a process",
    files: {
      "daemon/editors/starts.ts":
        'import { spawn } from "node:child_process";\nexport const start = () => spawn("true");\n',
    },
    says: { eslint: /editors\/starts\.ts\n.*not in this folder/ },
  },
  {
    what: "another folder than syntax/ loads a parser",
    files: {
      "daemon/worktree/parses.ts":
        'import ts from "typescript";\nimport type { Node } from "@vscode/tree-sitter-wasm";\nexport const f = (node: Node) => ts.version + node.type;\n',
    },
    says: {
      eslint:
        /worktree\/parses\.ts\n.*'typescript'.*not in this folder.*\n.*'@vscode\/tree-sitter-wasm'.*not in this folder/,
    },
  },
];

describe("the layer rules", function () {
  this.timeout(120_000);
  let copy: string;

  before(() => {
    copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "parley-layers-")));
    const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
    for (const file of listed.toString().split("\0")) {
      if (!/^(shared|daemon|extension)\/|^[^/]+$/.test(file) || !fs.existsSync(path.join(root, file))) continue;
      fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      fs.copyFileSync(path.join(root, file), path.join(copy, file));
    }
    fs.symlinkSync(fs.realpathSync(path.join(root, "node_modules")), path.join(copy, "node_modules"));
  });

  after(() => fs.rmSync(copy, { recursive: true }));

  /** Runs one check; eslint over these files. Null when it passes, else what it says. */
  function check(name: Check, files: string[]): string | null {
    const args = {
      tsc: ["-b"],
      eslint: ["--max-warnings", "0", ...files],
      // The linked packages are to be seen where they are linked.
      depcruise: ["--preserve-symlinks", "--output-type", "err", "shared", "daemon", "extension"],
    }[name];
    const program = path.join(copy, "node_modules/.bin", name);
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: "utf8" });
    return status === 0 ? null : `${stdout}${stderr}`;
  }

  it("are kept by the tree as it is", () => {
    for (const name of checks) assert.equal(check(name, ["shared", "daemon/core"]), null, name);
  });

  describe("are broken where", () => {
    const said = new Map<Check, string | null>();

    before(() => {
      const files = Object.assign({}, ...breaches.map((breach) => breach.files)) as Record<string, string>;
      for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(copy, file), text);
      for (const name of checks) said.set(name, check(name, Object.keys(files)));
    });

    for (const { what, says } of breaches)
      it(`${what} (${Object.keys(says).join(", ")})`, () => {
        for (const [name, words] of Object.entries(says)) assert.match(said.get(name as Check) ?? "it passed", words);
      });
  });
});
