// Random work of three checkouts, played to the core as the rim would tell it, with a record of what the files are.
// Knows nothing of what is expected.
import fc from "fast-check";
import { actions } from "../../../shared/model/conflict.ts";
import { flicker } from "../../core/lifecycle/reconcile.ts";
import type { Deed as Said } from "../../core/lifecycle/transitions.ts";
import { World, type Texts } from "./twoSides.ts";

export type Deed =
  | { do: "save" | "type"; at: number; path: string; pieces: number[] }
  | { do: "delete" | "close" | "revert"; at: number; path: string }
  | { do: "rename"; at: number; path: string; to: string }
  | { do: "scan" | "lose" | "hold" | "release"; at: number }
  | { do: "respond"; conflict: number; deed: Said; as: string | undefined; undone: boolean }
  | { do: "wait"; ms: number }
  | { do: "answer"; questions: number }
  | { do: "restart" };

/** Definitions of which files are made: several variants of one name, some alike in different clothes. */
const pieces = [
  ...["f() { return 1; }", "f() { return 2; }", "f(n: number) { return 1; }", "g() { return 1; }", "g() { return 2; }"],
  ...["h() { return 1; }", "renamed() { return 1; }"],
].map((text) => `export function ${text}`);
pieces.push(
  "export class K { a = 1; m() { return 1; } n() { return 1; } }",
  "export class K { a = 2; m() { return 1; } n() { return 1; } }",
  "export class K { a = 1; m() { return 2; } }",
  "export class K { a = 1; m() { return 1; } n() { return 1; } o() { return 3; } }",
  "start();",
);
/** The last one does not parse. */
pieces.push("export function f( {");

export const basis: Texts = { "a.ts": textOf([0, 3, 7]), "b.ts": textOf([5]), "n.md": "text\n" };
const paths = ["a.ts", "b.ts", "c.ts", "n.md"];
export const checkouts = ["/one", "/two", "/three"];

/** Each name once, in the order given. */
function textOf(chosen: number[]): string {
  const names = new Map(chosen.map((index) => [/(?:function|class) (\w+)/.exec(pieces[index]!)?.[1] ?? "", index]));
  return [...names.values()].map((index) => pieces[index]! + "\n").join("");
}

const said: Said[] = [...actions, "override", "feedback_useful", "feedback_too_late"];
const sides = checkouts.map((_, at) => `SES-${at + 1}`);
const at = fc.nat(checkouts.length - 1);
const path = fc.constantFrom(...paths);
/** `broken`: among the texts are some that do not parse; what then counts depends on what was there before. */
export function deeds(broken: boolean): fc.Arbitrary<Deed[]> {
  const chosen = fc.array(fc.nat(pieces.length - (broken ? 1 : 2)), { maxLength: 4 });
  return fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ do: fc.constantFrom("save" as const, "type" as const), at, path, pieces: chosen }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "close" as const, "revert" as const), at, path }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), at, path, to: path }) },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constantFrom("scan" as const, "lose" as const, "hold" as const, "release" as const),
          at,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          ...{ do: fc.constant("respond" as const), conflict: fc.integer({ min: 1, max: 8 }) },
          ...{ deed: fc.constantFrom(...said), as: fc.constantFrom(undefined, ...sides), undone: fc.boolean() },
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, flicker, flicker * 3) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant("answer" as const), questions: fc.integer({ min: 1, max: 4 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
    ),
    { minLength: 5, maxLength: 40 },
  );
}

interface Desk {
  disk: Texts;
  buffers: Texts;
  present: boolean;
  held: boolean;
}

/** Plays deeds into a world as the rim would: an observe is answered, a held checkout is silent. */
export class Play {
  readonly world = new World();
  readonly desks = new Map<string, Desk>();

  constructor() {
    for (const checkout of checkouts) {
      this.desks.set(checkout, { disk: { ...basis }, buffers: {}, present: true, held: false });
      this.world.see(checkout);
      this.world.read(checkout, basis, basis);
    }
  }

  play(deed: Deed): void {
    this.world.now += 1;
    if (deed.do === "wait") this.world.pass(deed.ms);
    else if (deed.do === "answer") this.world.answer(deed.questions);
    else if (deed.do === "respond") this.respond(deed);
    else if (deed.do === "restart") this.restart();
    else this.work(checkouts[deed.at]!, deed);
  }

  /** Everything is let go and read, and the time of a flicker passes. */
  finish(): void {
    for (const checkout of checkouts) {
      const desk = this.desks.get(checkout)!;
      if (desk.held) this.release(checkout, desk);
      else if (desk.present) this.scan(checkout, desk);
    }
    this.world.answer();
    this.world.pass(flicker);
  }

  private work(checkout: string, deed: Extract<Deed, { at: number }>): void {
    const desk = this.desks.get(checkout)!;
    if (!desk.present) return this.comeBack(checkout, desk);
    if (deed.do === "scan") this.scan(checkout, desk);
    else if (deed.do === "lose") this.lose(checkout, desk);
    else if (deed.do === "hold") this.hold(checkout, desk);
    else if (deed.do === "release") this.release(checkout, desk);
    else if ("path" in deed) this.edit(checkout, desk, deed);
  }

  private edit(checkout: string, desk: Desk, deed: Extract<Deed, { path: string }>): void {
    const { path } = deed;
    if (deed.do === "type") {
      desk.buffers[path] = textOf(deed.pieces);
      this.answer(checkout, desk, this.world.type(checkout, path, desk.buffers[path]));
    } else if (deed.do === "close") {
      delete desk.buffers[path];
      this.answer(checkout, desk, this.world.send({ type: "buffer_closed", checkout, path }));
    } else this.change(checkout, desk, deed);
  }

  private change(checkout: string, desk: Desk, deed: Extract<Deed, { path: string }>): void {
    const { path } = deed;
    const before = desk.disk[path];
    delete desk.disk[path];
    if (deed.do === "save") desk.disk[path] = textOf(deed.pieces);
    if (deed.do === "revert" && basis[path] !== undefined) desk.disk[path] = basis[path];
    if (deed.do === "rename" && before !== undefined) desk.disk[deed.to] = before;
    const touched = deed.do === "rename" ? [path, deed.to] : [path];
    for (const each of touched) this.observe(checkout, desk, each);
  }

  private observe(checkout: string, desk: Desk, path: string): void {
    if (desk.held) return;
    this.world.save(checkout, path, basis[path] ?? null, desk.disk[path] ?? null);
  }

  private answer(checkout: string, desk: Desk, effects: ReturnType<World["send"]>): void {
    for (const effect of effects) if (effect.type === "observe") this.observe(checkout, desk, effect.path);
  }

  private scan(checkout: string, desk: Desk): void {
    if (!desk.held) this.answer(checkout, desk, this.world.read(checkout, basis, desk.disk));
  }

  private hold(checkout: string, desk: Desk): void {
    desk.held = true;
    this.world.send({ type: "checkout_held", checkout, operation: "rebase" });
  }

  private release(checkout: string, desk: Desk): void {
    desk.held = false;
    this.world.send({ type: "checkout_held", checkout, operation: null });
    this.scan(checkout, desk);
  }

  private lose(checkout: string, desk: Desk): void {
    Object.assign(desk, { present: false, held: false, buffers: {} });
    this.world.send({ type: "checkout_gone", checkout });
  }

  private comeBack(checkout: string, desk: Desk): void {
    desk.present = true;
    this.world.see(checkout);
    this.scan(checkout, desk);
  }

  private respond({ conflict, deed, as, undone }: Extract<Deed, { do: "respond" }>): void {
    const words = { note: "as agreed", ...(as === undefined ? {} : { as }) };
    const answer = this.world.respond(`CF-${conflict}`, deed, words).find((effect) => effect.type === "answer");
    if (undone && answer?.undo) this.world.send({ type: "undo", conflict: answer.undo });
  }

  private restart(): void {
    this.world.restart();
    for (const [checkout, desk] of this.desks) {
      Object.assign(desk, { buffers: {}, held: false });
      if (desk.present) this.world.see(checkout);
      else this.world.send({ type: "checkout_gone", checkout });
    }
    for (const [checkout, desk] of this.desks) if (desk.present) this.scan(checkout, desk);
  }
}
