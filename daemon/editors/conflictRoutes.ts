// HTTP routes of one conflict: show it, act on it, judge it, override it.
import type { Context, Hono } from "hono";
import * as z from "zod";
import { actions, verdicts, type Conflict } from "../../shared/model/conflict.ts";
import type { Refusal } from "../core/effects.ts";
import { feedbackEvent, type Deed } from "../core/lifecycle/transitions.ts";
import { isRule } from "../core/policy/ruleSides.ts";
import type { State } from "../core/state.ts";
import type { Requests } from "../requests.ts";
import { bodyOf, Problem } from "./problems.ts";
import { repoFilter } from "./views.ts";

const note = z.string().max(2000).optional();
const participant = z.string().max(40).optional();
const action = z.strictObject({ action: z.enum(actions), note, as: participant });
const feedback = z.strictObject({ verdict: z.enum(verdicts) });
/** Its length is a rule of the product, not of the form. */
const override = z.strictObject({ reason: z.string().max(100_000).optional() });

const statuses = { not_found: 404, closed: 409, forbidden: 403, against_rule: 422, not_written: 500 } as const;

export function conflictRoutes(app: Hono, { state, requests }: { state: State; requests: Requests }): void {
  const respond = async (context: Context, deed: Deed, said: { note?: string; as?: string }): Promise<Response> => {
    const { repo, ref } = theConflict(state, context);
    const by = personOf(requests.conflict(repo, ref)!);
    const answer = await requests.respond({ repo, ref, by, anybodyHere: true, deed, ...said });
    if (!answer.ok) throw refused(answer.refusal);
    return context.json(answer.conflict);
  };
  app.get("/v1/conflicts/:ref", (context) => {
    const { repo, ref } = theConflict(state, context);
    return context.json(requests.conflict(repo, ref)!);
  });
  app.post("/v1/conflicts/:ref/actions", async (context) => {
    const { action: deed, ...said } = await bodyOf(context, action);
    return respond(context, deed, said);
  });
  app.post("/v1/conflicts/:ref/feedback", async (context) => {
    const { verdict } = await bodyOf(context, feedback);
    return respond(context, feedbackEvent(verdict), {});
  });
  app.post("/v1/conflicts/:ref/override", async (context) => {
    const { reason } = await bodyOf(context, override);
    return respond(context, "override", { note: reason });
  });
}

function refused({ code, message }: Refusal): Problem {
  return new Problem(statuses[code], message);
}

export const refForm = "A conflict is written CF-9.";

export function isRef(ref: string): boolean {
  return /^CF-\d{1,9}$/.test(ref);
}

/** The conflict that a reference means; several repositories may have one of this number. */
function theConflict(state: State, context: Context): { repo: string; ref: string } {
  const ref = context.req.param("ref") ?? "";
  if (!isRef(ref)) throw new Problem(400, refForm);
  const wanted = repoFilter(context.req.query("repo"));
  const repos = [...state.repos.values()].filter(
    (repo) => repo.conflictsByRef.has(ref) && (!wanted || wanted.has(repo.id)),
  );
  if (repos.length === 0) throw new Problem(404, `There is no conflict ${ref}.`);
  if (repos.length > 1) {
    const candidates = repos.map((repo) => repo.id);
    throw new Problem(409, `Several repositories have a ${ref}: say which with ?repo=.`, { candidates });
  }
  return { repo: repos[0]!.id, ref };
}

/** Whoever has the token is the person of this machine: named where both sides are one developer's. */
function personOf({ sides }: Conflict): string {
  const [developer, ...others] = new Set(sides.flatMap((side) => (isRule(side) ? [] : side.developer)));
  return developer && others.length === 0 ? developer : "person";
}
