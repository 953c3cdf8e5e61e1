// The HTTP API under /v1: JSON in and out, errors as problem documents (RFC 9457).
// Who may come in is decided before, in door.ts.
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import type { AuditEntry, AuditReading } from "../../shared/model/audit.ts";
import { severities, type Conflict } from "../../shared/model/conflict.ts";
import type { DaemonStatus } from "../../shared/protocol/status.ts";
import type { State } from "../core/state.ts";
import { statsOf } from "../core/stats/stats.ts";
import type { Requests } from "../requests.ts";
import type { Hub } from "./hub.ts";
import { conflictRoutes, isRef, refForm } from "./conflictRoutes.ts";
import { bodyOf, Problem, problemBody } from "./problems.ts";
import { checkoutViews, conflictViews, minutesSaved, participantViews, policyViews, repoFilter } from "./views.ts";

const bodyBytes = 1 << 20;

export interface HttpParts {
  state: State;
  requests: Requests;
  audit: (wanted: (entry: AuditEntry) => boolean) => Promise<AuditReading>;
  hub: Hub;
  daemon: { pid: number; version: string; port: number; protocol: number };
  shutdown: () => void;
  /** Gets what went wrong in the daemon itself. */
  failed: (failure: Error) => void;
}

export function createHttpApi(parts: HttpParts): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Cache-Control", "no-store");
  });
  app.use(
    bodyLimit({
      maxSize: bodyBytes,
      onError: () => {
        throw new Problem(413, "The body is larger than 1 MB.");
      },
    }),
  );
  app.onError((failure, context) => {
    if (!(failure instanceof Problem)) parts.failed(failure);
    return problem(context, failure);
  });
  app.notFound((context) =>
    problem(context, new Problem(404, `There is no ${context.req.method} ${context.req.path}.`)),
  );
  readRoutes(app, parts);
  conflictRoutes(app, parts);
  changeRoutes(app, parts);
  return app;
}

function problem(context: Context, failure: Error): Response {
  const { status, detail, extra } =
    failure instanceof Problem ? failure : new Problem(500, "The daemon failed at this request; its log says why.");
  context.header("Content-Type", "application/problem+json");
  // The rest of the body is not read: nothing can follow it.
  if (status === 413) context.header("Connection", "close");
  return context.body(problemBody(status, detail, extra), status);
}

function readRoutes(app: Hono, { state, audit, hub, daemon }: HttpParts): void {
  app.get("/v1/health", (context) => context.json({ ...hub.health(), ...daemon }));
  app.get("/v1/status", (context) => context.json(statusOf(state, hub, daemon)));
  app.get("/v1/participants", (context) =>
    context.json({ participants: participantViews(state, repoFilter(context.req.query("repo"))) }),
  );
  app.get("/v1/conflicts", (context) => {
    const status = context.req.query("status") ?? "live";
    if (status !== "live" && status !== "all") throw new Problem(400, "status must be live or all.");
    const checkout = context.req.query("checkout");
    const conflicts = conflictViews(state, status, repoFilter(context.req.query("repo"))).filter(
      (conflict) => checkout === undefined || conflict.sides.some((side) => side.checkout === checkout),
    );
    return context.json({ conflicts });
  });
  app.get("/v1/policy", (context) =>
    context.json({ policies: policyViews(state, repoFilter(context.req.query("repo"))) }),
  );
  app.get("/v1/stats", (context) => {
    const repos = repoFilter(context.req.query("repo"));
    return context.json(statsOf(conflictViews(state, "all", repos), minutesSaved(state, repos)));
  });
  app.get("/v1/audit", async (context) => {
    const { repo, ref } = context.req.query();
    if (ref !== undefined && !isRef(ref)) throw new Problem(400, refForm);
    return context.json(
      await audit((entry) => (repo === undefined || entry.repo === repo) && (ref === undefined || entry.ref === ref)),
    );
  });
}

function changeRoutes(app: Hono, { requests, shutdown }: HttpParts): void {
  const intended = z.strictObject({
    checkout: z.string().min(1).max(4096),
    session: z.string().max(200).optional(),
    action: z.enum(["edit", "shell"]),
    paths: z.array(z.string().min(1).max(4096)).max(1000),
    command: z.string().max(100_000).optional(),
  });
  app.post("/v1/check", async (context) => {
    const answer = await requests.check(await bodyOf(context, intended));
    if (answer.ok) return context.json(answer.judgement);
    if ("mismatch" in answer) throw new Problem(422, answer.mismatch);
    throw new Problem(answer.refusal.code === "not_found" ? 404 : 500, answer.refusal.message);
  });
  const folder = z.strictObject({ path: z.string().min(1).max(4096) });
  app.post("/v1/watch", async (context) => {
    const answer = await requests.watch((await bodyOf(context, folder)).path);
    if (!answer.ok) throw new Problem(422, answer.reason);
    return context.json(answer.checkout, 201);
  });
  app.post("/v1/unwatch", async (context) => {
    const { path } = await bodyOf(context, folder);
    if (!(await requests.unwatch(path))) throw new Problem(404, `${path} is not the root of a watched checkout.`);
    return context.json({});
  });
  app.post("/v1/shutdown", (context) => {
    setImmediate(shutdown);
    return context.json({});
  });
}

function statusOf(state: State, hub: Hub, { pid, version, port }: HttpParts["daemon"]): DaemonStatus {
  const live: Conflict[] = conflictViews(state, "live");
  const checkouts = checkoutViews(state);
  const refs = new Map(participantViews(state).map((participant) => [participant.checkout, participant.ref]));
  const repos = [...new Set(checkouts.map((checkout) => checkout.repo))];
  const counts = Object.fromEntries(
    severities.map((severity) => [severity, live.filter((conflict) => conflict.severity === severity).length]),
  ) as DaemonStatus["counts"];
  return {
    daemon: { pid, version, port, health: hub.health() },
    repos: repos.map((repo) => ({
      repo,
      checkouts: checkouts
        .filter((checkout) => checkout.repo === repo)
        .map(({ path, branch, base, note }) => ({ path, branch, base, note, participant: refs.get(path)! })),
    })),
    counts,
  };
}
