// Two checkouts that clash in one function, for tests of a conflict's life.
import assert from "node:assert/strict";
import type { Conflict, ConflictKind } from "../../../shared/model/conflict.ts";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import { World } from "./twoSides.ts";

export const file = "src/refund.ts";
export const base = "export function issue(id: string) { return 0; }\n";
/** Other bodies of the function: each edit clashes with each other. */
export const edit = (n: number): string => `export function issue(id: string) { return ${n}; }\n`;
export const signature = (type: string): string => `export function issue(id: ${type}) { return 0; }\n`;

export const left = "/left";
export const right = "/right";
export const bases = { [file]: base };

/** Left and then right have edited the function; nothing else is going on. */
export function clashing(): World {
  const world = new World();
  for (const [at, checkout] of [left, right].entries()) {
    world.see(checkout);
    world.read(checkout, bases, { [file]: edit(at + 1) }, world.now + at);
  }
  return world;
}

/** The one conflict of this kind. */
export function the(world: World, kind: ConflictKind = "symbol_overlap"): Conflict {
  const found = world.conflicts().filter((conflict) => conflict.kind === kind);
  assert.equal(found.length, 1, `one ${kind}`);
  return found[0]!;
}

/** One side takes its edit back, and the time of a flicker passes. */
export function takeBack(world: World, checkout = right): void {
  world.save(checkout, file, base, base);
  world.pass(flicker);
}

export function events({ history }: Conflict): string[] {
  return history.map(({ event }) => event);
}
