// Observations of worktree/ → readings for the core: contents become facts, each blob once.
// Keeps the order of one checkout's observations.
import type { FileFacts } from "../../shared/model/symbol.ts";
import type { FileReading } from "../core/events.ts";
import type { Version } from "../core/state.ts";
import { languageOf } from "../syntax/languageOf.ts";
import type { Content, Observation } from "../worktree/observations.ts";
import type { Analysis } from "./analysis.ts";
import type { Job } from "./jobs.ts";

/** A reading of at most so many files is somebody's save, not a storm. */
const urgentFiles = 8;

export interface Readings {
  /** Calls `done` with the readings, after those of earlier calls for the same checkout. */
  read(repo: string, checkout: string, observations: Observation[], done: (files: FileReading[]) => void): void;
  buffer(checkout: string, path: string, blob: string, text: string, done: (version: Version) => void): void;
}

export function startReadings(analysis: Analysis): Readings {
  /** Facts of base blobs by repository, blob and language: the base of one worktree is that of the next. */
  const baseFacts = new Map<string, FileFacts>();
  const order = new Map<string, Promise<void>>();

  function inOrder(checkout: string, work: () => Promise<void>): void {
    const before = order.get(checkout);
    const after: Promise<void> = (before ? before.then(work) : work()).finally(() => {
      if (order.get(checkout) === after) order.delete(checkout);
    });
    order.set(checkout, after);
  }

  return {
    read(repo, checkout, observations, done) {
      inOrder(checkout, async () => done(await toReadings(analysis, baseFacts, repo, observations)));
    },
    buffer(checkout, path, blob, text, done) {
      inOrder(checkout, async () => {
        const [facts] = await analysis.read([{ path, text }], true);
        done({ blob, facts: facts! });
      });
    },
  };
}

async function toReadings(
  analysis: Analysis,
  baseFacts: Map<string, FileFacts>,
  repo: string,
  observations: Observation[],
): Promise<FileReading[]> {
  const jobs: Job[] = [];
  const takes: ((facts: FileFacts[]) => void)[] = [];
  const wanted = new Map<string, FileFacts>();
  const ask = (path: string, content: Content, take: (facts: FileFacts) => void): void => {
    if (content.kind === "opaque") return take(withoutSymbols(path, content.why));
    if (languageOf(path) === null) return take({ language: null, symbols: [], error: null });
    const index = jobs.push({ path, text: content.text }) - 1;
    takes.push((facts) => take(facts[index]!));
  };
  const key = (path: string, blob: string): string => `${repo} ${blob} ${languageOf(path) ?? ""}`;
  for (const { path, base, head } of observations) {
    if (base?.content && !baseFacts.has(key(path, base.blob)))
      ask(path, base.content, (facts) => baseFacts.set(key(path, base.blob), facts));
    if (head && head.blob !== base?.blob) ask(path, head.content, (facts) => wanted.set(path, facts));
  }
  const facts = await analysis.read(jobs, observations.length <= urgentFiles);
  for (const take of takes) take(facts);
  return observations.map(({ path, base, head, touchedAt }) => {
    const known = base && (baseFacts.get(key(path, base.blob)) ?? withoutSymbols(path, "base not read"));
    return {
      path,
      base: base && { blob: base.blob, facts: known! },
      disk: head && { blob: head.blob, facts: wanted.get(path) ?? known! },
      touchedAt,
    };
  });
}

/** Opaque content keeps the symbols it had: `error` says that nothing can be said of them now. */
function withoutSymbols(path: string, why: string): FileFacts {
  return { language: languageOf(path), symbols: [], error: why };
}
