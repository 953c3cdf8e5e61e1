// Which files can be wrong through both sides at once: those that hang on a change of each.
// Knows no errors.
import ts from "typescript";
import type { LaidOver } from "./laidOver.ts";
import { pathAt } from "./treeHost.ts";
import type { SideName } from "../sides/work.ts";

interface Internals {
  imports?: readonly ts.StringLiteralLike[];
  moduleAugmentations?: readonly ts.Node[];
}
interface Resolving {
  getResolvedModuleFromModuleSpecifier?(
    specifier: ts.StringLiteralLike,
    file: ts.SourceFile,
  ): { resolvedModule?: ts.ResolvedModuleFull } | undefined;
}

/** File that a specifier leads to; undefined: none. */
export function targetOf(
  program: ts.Program,
  specifier: ts.StringLiteralLike,
  file: ts.SourceFile,
): ts.SourceFile | undefined {
  const resolved = (program as Resolving).getResolvedModuleFromModuleSpecifier?.(specifier, file)?.resolvedModule;
  return resolved && program.getSourceFile(resolved.resolvedFileName);
}

export function specifiersOf(file: ts.SourceFile): readonly ts.StringLiteralLike[] {
  return (file as Internals).imports ?? [];
}

/** A change in how everything is compiled, or of what needs no import, reaches every file. */
function reachesAll(file: ts.SourceFile): boolean {
  return !ts.isExternalModule(file) || ((file as Internals).moduleAugmentations?.length ?? 0) > 0;
}

/** Sides whose changes each file hangs on: 1 for a, 2 for b, 3 for both. */
export function reachOf(program: ts.Program, { merged, changedBy }: LaidOver): Map<ts.SourceFile, number> {
  const files = program.getSourceFiles().filter(({ fileName }) => isOwn(fileName));
  const reach = new Map<ts.SourceFile, number>();
  const bits = (path: string): number => bitsOf(changedBy.get(path));
  let all = 0;
  let removed = 0;
  for (const [path, sides] of changedBy) {
    if (merged.get(path) === null) removed |= bitsOf(sides);
    if (path.endsWith(".json")) all |= bitsOf(sides);
  }
  for (const file of files) {
    const own = bits(pathAt(file.fileName) ?? "");
    if (own !== 0 && reachesAll(file)) all |= own;
  }
  const importers = new Map<ts.SourceFile, ts.SourceFile[]>();
  for (const file of files) {
    let own = bits(pathAt(file.fileName) ?? "") | all;
    for (const specifier of specifiersOf(file)) {
      const target = targetOf(program, specifier, file);
      if (!target) own |= removed;
      else importers.set(target, [...(importers.get(target) ?? []), file]);
    }
    reach.set(file, own);
  }
  spread(reach, importers);
  return reach;
}

function spread(reach: Map<ts.SourceFile, number>, importers: Map<ts.SourceFile, ts.SourceFile[]>): void {
  const open = [...reach.keys()].filter((file) => reach.get(file) !== 0);
  for (let file = open.pop(); file; file = open.pop()) {
    for (const importer of importers.get(file) ?? []) {
      const before = reach.get(importer) ?? 0;
      const after = before | reach.get(file)!;
      if (after === before) continue;
      reach.set(importer, after);
      open.push(importer);
    }
  }
}

function bitsOf(sides: Set<SideName> | undefined): number {
  return (sides?.has("a") ? 1 : 0) | (sides?.has("b") ? 2 : 0);
}

function isOwn(name: string): boolean {
  const path = pathAt(name);
  return path !== null && !/(?:^|\/)node_modules\//.test(path);
}
