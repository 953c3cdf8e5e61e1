// The queue around the pure core: takes one event, calls step, runs its effects, logs name and duration.
// Knows no file, socket or git: the rim is given as functions.
import type { Answer, CheckAnswer, Effect } from "./core/effects.ts";
import type { Event } from "./core/events.ts";
import type { Question } from "./core/questions.ts";
import type { Instant, Later, State, StateRecord } from "./core/state.ts";
import { step } from "./core/step.ts";

export interface Rim {
  /** Resolves when the records are on disk. */
  save(records: StateRecord[]): Promise<void>;
  publish(news: News): void;
  observe(checkout: string, path: string): void;
  /** Finds out what the core wants to know, and says it in events of type `answered`. */
  ask(repo: string, questions: Question[]): void;
  log(entry: { event: string; ms: number; effects: number }): void;
  /** One sentence about something that went wrong and was survived. */
  trouble(sentence: string): void;
}

/** What changed: conflicts as they are now, repositories whose checkouts changed, and those where only counts did. */
export type News = Omit<Extract<Effect, { type: "publish" }>, "type">;

export type RespondRequest = Omit<Extract<Event, { type: "respond" }>, "type" | "request">;

export type CheckRequest = Omit<Extract<Event, { type: "check" }>, "type" | "request">;

export interface Engine {
  readonly state: State;
  dispatch(event: Event): void;
  /** Answers when the action is on disk. */
  respond(request: RespondRequest): Promise<Answer>;
  /** Answers when the conflicts that it names are on disk, or the disk has refused them. */
  check(request: CheckRequest): Promise<CheckAnswer>;
  close(): void;
}

/** An editor has a message of ours in so many milliseconds. */
const takingIn = 10;
/**
 * Nobody has saved for so long, or for as long as this there was always somebody who did. Milliseconds.
 * Oftener than that, more than one save in twenty would meet the questions at work.
 */
const quiet = 100;
const longestUnquiet = 4_000;

export function startEngine(state: State, rim: Rim): Engine {
  const answers = new Map<number, (answer: never) => void>();
  let nextRequest = 1;
  let alarm: NodeJS.Timeout | undefined;
  let closed = false;
  const goingOn: { [when in Later]?: NodeJS.Timeout } = {};
  let unquietSince: number | null = null;

  function dispatch(event: Event): void {
    // What the parts say while they are being ended (a checkout is no longer watched) is no news.
    if (closed) return;
    const started = performance.now();
    const effects = step(state, event, now());
    run(effects);
    rim.log({ event: event.type, ms: performance.now() - started, effects: effects.length });
  }

  function run(effects: Effect[]): void {
    const answer = effects.find((effect) => effect.type === "answer" || effect.type === "judge");
    const save = effects.find((effect) => effect.type === "save");
    const saving = (): Promise<void> => (save ? rim.save(save.records) : Promise.resolve());
    if (!answer) {
      // What was detected is shown at once: after a crash it is detected again.
      for (const effect of effects) runNow(effect);
      saving().catch((failure: Error) => rim.trouble(`Conflicts cannot be written to disk: ${failure.message}`));
      return;
    }
    saving().then(
      () => {
        for (const effect of effects) runNow(effect);
        settle(answer.request, answer.answer);
      },
      (failure: Error) => {
        if (answer.type === "judge") return judgedAll(effects, answer, failure);
        if (answer.undo) dispatch({ type: "undo", conflict: answer.undo });
        settle(answer.request, notWritten(failure));
      },
    );
  }

  /** What was found stands, written down or not. */
  function judgedAll(effects: Effect[], { request, answer }: Extract<Effect, { type: "judge" }>, failure: Error): void {
    rim.trouble(`Conflicts cannot be written to disk: ${failure.message}`);
    for (const effect of effects) runNow(effect);
    settle(request, answer);
  }

  function runNow(effect: Effect): void {
    if (effect.type === "publish") rim.publish(effect);
    else if (effect.type === "observe") rim.observe(effect.checkout, effect.path);
    else if (effect.type === "ask") rim.ask(effect.repo, effect.questions);
    else if (effect.type === "go_on") goOn(effect.when);
    else if (effect.type === "wake") wakeAt(effect.at);
  }

  /** Not while the editor takes in what was shown: the machine may have no core to spare. */
  function goOn(when: Later): void {
    if (when === "quiet") unquietSince ??= performance.now();
    else if (goingOn.shown) return;
    const wait = when === "shown" ? takingIn : Math.min(quiet, unquietSince! + longestUnquiet - performance.now());
    clearTimeout(goingOn[when]);
    goingOn[when] = setTimeout(() => {
      delete goingOn[when];
      if (when === "quiet") unquietSince = null;
      dispatch({ type: when });
    }, wait);
  }

  function wakeAt(at: number): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => dispatch({ type: "time_passed" }), Math.max(0, at - Date.now()));
  }

  function settle(request: number, answer: Answer | CheckAnswer): void {
    answers.get(request)?.(answer as never);
    answers.delete(request);
  }

  function ask<A>(event: (request: number) => Event): Promise<A> {
    if (closed) return Promise.resolve(stopping as A);
    const id = nextRequest++;
    return new Promise((answer) => {
      answers.set(id, answer);
      dispatch(event(id));
    });
  }

  return {
    state,
    dispatch,
    respond: (asked) => ask((request) => ({ ...asked, type: "respond", request })),
    check: (asked) => ask((request) => ({ ...asked, type: "check", request })),
    close() {
      closed = true;
      clearTimeout(alarm);
      for (const timer of Object.values(goingOn)) clearTimeout(timer);
    },
  };
}

const stopping: Answer = {
  ok: false,
  refusal: { code: "not_written", message: "The daemon is stopping: the action does not count." },
};

function notWritten(failure: Error): Answer {
  const message = `The action could not be written to disk and does not count: ${failure.message}.`;
  return { ok: false, refusal: { code: "not_written", message } };
}

function now(): Instant {
  const ms = Date.now();
  return { ms, iso: new Date(ms).toISOString() };
}
