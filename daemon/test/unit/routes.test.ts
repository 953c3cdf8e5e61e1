// Routes and calls of input that nobody would write on purpose: an answer comes, soon, and without an error.
import assert from "node:assert/strict";
import { Contracts } from "../../contracts/contracts.ts";
import type { Break } from "../../core/questions.ts";
import { Cancelled, type WorkFile } from "../../sides/work.ts";
import { readyFor } from "../../syntax/readFacts.ts";
import { treeOf } from "../support/textTree.ts";

type Texts = Record<string, string>;

const call = 'export const load = () => fetch("/a/b");\n';
const app = 'import express from "express";\nexport const app = express();\n';
const gone = 'app.get("/a/b", (request, response) => response.end());\n';

/** `beside`: what neither side changed. */
function breaksOf(
  base: Texts,
  left: Texts,
  right: Texts,
  proceed: () => void = () => undefined,
  beside: Texts = {},
): Break[] {
  const paths = [...new Set([base, left, right].flatMap(Object.keys))];
  const files = paths.map((path): WorkFile => {
    const before = base[path] ?? null;
    return { path, base: before, a: left[path] ?? before, b: right[path] ?? before };
  });
  return new Contracts().breaks({ tree: treeOf({ ...beside, ...base }), files, renames: { a: [], b: [] } }, proceed);
}

/** Whether the route that goes is still found to be missed. */
function finds(hostile: string): boolean {
  const found = breaksOf({ "api.ts": app + hostile + gone }, { "api.ts": app + hostile }, { "web.ts": call });
  return found.some(({ contract }) => contract === "http:GET /a/b");
}

describe("Routes of hostile input", function () {
  this.timeout(20_000);
  before(() => readyFor(["a.py", "a.go"]));

  it("routers that mount each other", () => {
    const cycle =
      'const one = express.Router();\nconst two = express.Router();\none.use("/x", two);\ntwo.use("/y", one);\n';
    assert.ok(finds(`${cycle}one.get("/z", () => 1);\napp.use(one);\napp.use(app);\n`));
  });

  it("modules that import each other, and names that stand for themselves", () => {
    const base = {
      "a.ts": 'import { b } from "./b";\nexport const a = b;\nexport * from "./b";\n',
      "b.ts": 'import { a } from "./a";\nexport const b = a;\nexport * from "./a";\n',
      "api.ts": `${app}import { a } from "./a";\nimport { nothing } from "./b";\napp.use(a, nothing);\nlet x = x;\napp.use(x);\n${gone}`,
    };
    const left = { "api.ts": base["api.ts"].replace(gone, "") };
    assert.equal(breaksOf(base, left, { "web.ts": call }).length, 1);
  });

  it("functions that call themselves", () => {
    assert.ok(
      finds(
        "const f = (x) => f(f(x));\napp.use(f(app));\nfunction g(y) { return g(y + 'a'); }\napp.get(g('/'), () => 1);\n",
      ),
    );
  });

  it("paths made of what paths are written with", () => {
    const paths = [
      "{".repeat(1500),
      "/:a?".repeat(400),
      "{/:a}".repeat(300),
      "/*".repeat(800),
      "(".repeat(1900),
      "/:a(".repeat(300),
    ];
    assert.ok(finds(paths.map((path) => `app.get("${path}", () => 1);\n`).join("")));
  });

  it("addresses made of many parts", () => {
    const url = `"/a/" + ${"x + '/' + ".repeat(2000)}"b"`;
    const base = { "api.ts": app + gone };
    assert.deepEqual(breaksOf(base, { "api.ts": app }, { "web.ts": `export const load = () => fetch(${url});\n` }), []);
  });

  it("a chain, a nest and a list without end", () => {
    finds(`app${'.get("/c", () => 1)'.repeat(4000)};\n`);
    finds(`app.use(${"[".repeat(4000)}${"]".repeat(4000)});\n`);
    finds(`app.use(${"((x) => ".repeat(3000)}1${")".repeat(3000)});\n`);
    const text = `from flask import Flask\napp = Flask("x")\nx = ${"[".repeat(5000)}${"]".repeat(5000)}\n`;
    assert.deepEqual(breaksOf({ "a.py": text }, { "a.py": `${text}\n` }, { "web.ts": call }), []);
  });

  it("more routes and calls than anybody has", () => {
    const routes = Array.from({ length: 3000 }, (_, at) => `app.get("/r${at}/:id", () => ${at});\n`).join("");
    const calls = Array.from(
      { length: 800 },
      (_, at) => `export const l${at} = (x) => fetch(\`/r${at}/\${x}\`);\n`,
    ).join("");
    const found = breaksOf({ "api.ts": app + routes }, { "api.ts": app }, { "web.ts": calls });
    assert.equal(found.length, 800);
  });

  it("broken code", () => {
    finds("app.get(`/${`, (");
    const broken = { "a.py": "@app.get('/x'\ndef (:\n", "a.go": 'package a\nfunc (\nmux.HandleFunc("GET /{' };
    assert.deepEqual(breaksOf({}, broken, { "web.ts": call }), []);
  });

  it("a tree that changes between two questions", () => {
    const api = 'import express from "express";\nimport { routes } from "./routes";\nconst app = express();\n';
    const text = 'import { Router } from "express";\nexport const routes = Router();\n';
    const ask = (mount: string): string[] =>
      breaksOf(
        { "routes.ts": `${text}routes.get("/b", () => 1);\n` },
        { "routes.ts": text },
        { "web.ts": call },
        undefined,
        { "api.ts": `${api}${mount}\n`, "package.json": "{}" },
      ).map(({ contract }) => contract);
    assert.deepEqual(ask('app.use("/a", routes);'), ["http:GET /a/b"]);
    assert.deepEqual(ask('app.use("/c", routes);'), []);
    assert.deepEqual(ask('app.use("/a", routes);'), ["http:GET /a/b"]);
  });

  it("ends when it is told to", () => {
    const stop = (): void => {
      throw new Cancelled();
    };
    assert.throws(() => breaksOf({ "api.ts": app + gone }, { "api.ts": app }, { "web.ts": call }, stop), Cancelled);
  });
});
