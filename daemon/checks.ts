// A check before an edit: finds whose paths they are, and asks the engine about each checkout that would be written to.
// Knows no socket.
import path from "node:path";
import { decisions, type Judgement } from "../shared/model/conflict.ts";
import type { Place } from "./buffers.ts";
import type { CheckAnswer } from "./core/effects.ts";
import type { Intended } from "./core/events.ts";
import { sessionAt } from "./core/state.ts";
import type { Engine } from "./engine.ts";

export interface CheckRequest extends Intended {
  /** The folder of the checkout, or one in it. */
  checkout: string;
  /** Who asks, `SES-3`: has to work in the checkout. */
  session?: string | undefined;
}

/** `mismatch`: the session works elsewhere. */
export type Checked = CheckAnswer | { ok: false; mismatch: string };

/** Paths are absolute or relative to the checkout's root; one in another watched checkout counts for that one. */
export type Check = (request: CheckRequest) => Promise<Checked>;

export function createCheck(engine: Engine, locate: (file: string) => Place | null): Check {
  return async ({ checkout: folder, session, action, paths }) => {
    const checkout = locate(path.join(folder, "-"))?.checkout ?? folder;
    const own = sessionAt(engine.state, checkout)?.session.ref;
    if (session !== undefined && own !== undefined && session !== own)
      return { ok: false, mismatch: `${session} does not work in ${checkout}: ${own} does.` };
    const byCheckout = new Map<string, string[]>([[checkout, []]]);
    for (const file of paths) {
      const place = locate(path.resolve(checkout, file));
      if (place) byCheckout.set(place.checkout, [...(byCheckout.get(place.checkout) ?? []), place.path]);
    }
    const answers = await Promise.all(
      [...byCheckout].map(([written, files]) =>
        engine.check({ checkout: written, intended: { action: written === checkout ? action : "edit", paths: files } }),
      ),
    );
    const refused = answers.find((answer) => !answer.ok);
    return (
      refused ?? { ok: true, judgement: gravest(answers.flatMap((answer) => (answer.ok ? [answer.judgement] : []))) }
    );
  };
}

function gravest(judgements: Judgement[]): Judgement {
  const decision = decisions[Math.max(...judgements.map((each) => decisions.indexOf(each.decision)))]!;
  const telling = judgements.filter((each) => each.conflicts.length > 0);
  return {
    decision,
    conflicts: judgements.flatMap(({ conflicts }) => conflicts),
    message: (telling.length > 0 ? telling : judgements.slice(0, 1)).map(({ message }) => message).join(" "),
  };
}
