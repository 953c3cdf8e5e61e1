// In which scope the names of a Go file are.
import assert from "node:assert/strict";
import type { Scope } from "../../../shared/model/symbol.ts";
import { readFacts, readyFor } from "../../syntax/readFacts.ts";

describe("The scope of a Go name", () => {
  before(() => readyFor(["a.go"]));

  const scopeOf = (path: string, head: string, name = "f"): Scope | undefined =>
    readFacts(path, `${head}\n\nfunc ${name}() {}\n`).symbols[0]!.scope;

  it("is its package", () => {
    assert.deepEqual(scopeOf("sched/a.go", "// Package sched runs jobs.\npackage sched // jobs"), {
      name: "go sched",
      condition: null,
    });
    assert.equal(scopeOf("sched/a_test.go", "package sched_test")!.name, "go sched_test");
  });

  it("is one for methods, and none where any file may have the name", () => {
    const { symbols } = readFacts("a.go", "package a\n\nfunc (A) init() {}\n\nfunc init() {}\n");
    assert.deepEqual(
      symbols.map(({ name, scope }) => [name, scope?.name]),
      [
        ["A.init", "go a"],
        ["init", undefined],
      ],
    );
  });

  it("holds under the constraints above the package clause", () => {
    const condition = (head: string): string | null => scopeOf("a.go", head)!.condition;
    assert.equal(condition("//go:build linux && cgo\n\npackage a"), "//go:build linux && cgo");
    assert.equal(condition("//go:build   linux && cgo  \r\n\r\npackage a"), "//go:build linux && cgo");
    assert.equal(condition("// +build linux\n\npackage a"), "// +build linux");
    assert.equal(condition("//go:generate x\n// go:build is explained elsewhere\npackage a\n//go:build linux"), null);
  });

  for (const [name, condition] of [
    ["a_linux.go", "linux"],
    ["a_linux_test.go", "linux"],
    ["a_linux_amd64.go", "linux_amd64"],
    ["a_arm64.go", "arm64"],
    ["a_test.go", null],
    ["linux.go", null],
    ["a_unix.go", null],
    ["a_linuxes.go", null],
  ] as const)
    it(`holds in ${name} ${condition === null ? "always" : `on ${condition}`}`, () =>
      assert.equal(scopeOf(`sched/${name}`, "package a")!.condition, condition));
});
