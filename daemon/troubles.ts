// What is wrong with the daemon now: each thing by its name, so that it is taken back when it has gone.
import type { Health } from "../shared/model/health.ts";

/** More says nothing more: the oldest goes. */
const most = 20;

export interface Troubles {
  /** One sentence about `what`, in place of the one before. */
  add(what: string, sentence: string): void;
  /** It works again. */
  clear(...what: string[]): void;
  /** Limits that others keep the list of. */
  setLimits(sentences: string[]): void;
  health(): Health;
}

/** `changed` is called after each change. */
export function createTroubles(changed: () => void): Troubles {
  const sentences = new Map<string, string>();
  let limits: string[] = [];
  return {
    add(what, sentence) {
      sentences.delete(what);
      sentences.set(what, sentence);
      if (sentences.size > most) sentences.delete(sentences.keys().next().value!);
      changed();
    },
    clear(...what) {
      if (what.filter((each) => sentences.delete(each)).length > 0) changed();
    },
    setLimits(all) {
      limits = all;
      changed();
    },
    health() {
      const reasons = [...new Set([...sentences.values(), ...limits])];
      return reasons.length === 0 ? { state: "ready" } : { state: "degraded", reasons };
    },
  };
}
