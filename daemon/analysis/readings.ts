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

/** Base blobs whose facts are kept. */
const basesKept = 5000;

export interface Readings {
  /** Calls `done` with the readings, after those of earlier calls for the same checkout. */
  read(repo: string, checkout: string, observations: Observation[], done: (files: FileReading[]) => void): void;
  /** At once, whatever else of the checkout is being read. */
  buffer(path: string, blob: string, text: string, done: (version: Version) => void): void;
}

/** Text of a path in a checkout's base, for one whose content came before and is not kept. */
export type ReadBase = (checkout: string, path: string) => Promise<string | null>;

/** Facts of the path with this content, where the checkout has them already. */
export type KnownFacts = (checkout: string, path: string, blob: string) => FileFacts | null;

export function startReadings(analysis: Analysis, readBase: ReadBase, known: KnownFacts): Readings {
  /** Facts of base blobs by repository, blob and language: the base of one worktree is that of the next. */
  const bases = new Map<string, Promise<FileFacts>>();
  const order = new Map<string, Promise<void>>();

  function inOrder(checkout: string, work: () => Promise<void>): void {
    const before = order.get(checkout);
    const after: Promise<void> = (before ? before.then(work) : work()).finally(() => {
      if (order.get(checkout) === after) order.delete(checkout);
    });
    order.set(checkout, after);
  }

  async function toReadings(repo: string, checkout: string, observations: Observation[]): Promise<FileReading[]> {
    const batch = startBatch(analysis, observations.length <= urgentFiles);
    const baseOf = ({ path, base }: Observation): Promise<FileFacts> | null => {
      if (!base) return null;
      const key = `${repo} ${base.blob} ${languageOf(path) ?? ""}`;
      // Entered before it is read: another checkout that needs the same base waits for it.
      const facts =
        bases.get(key) ??
        (base.content
          ? batch.facts(path, base.content)
          : readBase(checkout, path).then((text) => batchOfOne(path, text)));
      bases.delete(key);
      bases.set(key, facts);
      if (bases.size > basesKept) bases.delete(bases.keys().next().value!);
      return facts;
    };
    const headFacts = (path: string, head: NonNullable<Observation["head"]>): Promise<FileFacts> => {
      const facts = head.facts ?? (head.content.kind === "opaque" ? null : known(checkout, path, head.blob));
      return facts ? Promise.resolve(facts) : batch.facts(path, head.content);
    };
    const wanted = observations.map((observation) => {
      const { path, base, head } = observation;
      const baseFacts = baseOf(observation);
      const same = head !== null && head.blob === base?.blob;
      return { ...observation, baseFacts, headFacts: head && (same ? baseFacts : headFacts(path, head)) };
    });
    batch.send();
    return Promise.all(
      wanted.map(async ({ path, base, head, touchedAt, baseFacts, headFacts }) => ({
        path,
        base: base && { blob: base.blob, facts: (await baseFacts)! },
        disk: head && { blob: head.blob, facts: (await headFacts)! },
        touchedAt,
      })),
    );
  }

  async function batchOfOne(path: string, text: string | null): Promise<FileFacts> {
    if (text === null) return withoutSymbols(path, "not readable");
    return (await analysis.read([{ path, text }], true))[0]!;
  }

  return {
    read(repo, checkout, observations, done) {
      inOrder(checkout, async () => done(await toReadings(repo, checkout, observations)));
    },
    buffer(path, blob, text, done) {
      void analysis.read([{ path, text }], true).then(([facts]) => done({ blob, facts: facts! }));
    },
  };
}

/** Gathers the texts of some observations and sends them to the analysis together. */
function startBatch(analysis: Analysis, urgent: boolean) {
  const jobs: Job[] = [];
  let send!: (answer: Promise<FileFacts[]>) => void;
  const answer = new Promise<FileFacts[]>((sent) => (send = sent));
  return {
    facts(path: string, content: Content): Promise<FileFacts> {
      if (content.kind === "opaque") return Promise.resolve(withoutSymbols(path, content.why));
      if (languageOf(path) === null) return Promise.resolve({ language: null, symbols: [], error: null });
      const index = jobs.push({ path, text: content.text }) - 1;
      return answer.then((facts) => facts[index]!);
    },
    send: () => send(analysis.read(jobs, urgent)),
  };
}

/** Opaque content keeps the symbols it had: `error` says that nothing can be said of them now. */
export function withoutSymbols(path: string, why: string): FileFacts {
  return { language: languageOf(path), symbols: [], error: why };
}
