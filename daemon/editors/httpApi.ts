// The HTTP API under /v1: JSON in and out, errors as problem documents (RFC 9457).
// Who may come in is decided before, in door.ts.
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import type { AuditEntry, AuditReading } from "../../shared/model/audit.ts";
import { actions, severities, type Conflict } from "../../shared/model/conflict.ts";
import type { DaemonStatus } from "../../shared/protocol/status.ts";
import type { State } from "../core/state.ts";
import type { Requests } from "../requests.ts";
import type { Hub } from "./hub.ts";
import { checkoutViews, conflictViews, participantViews } from "./views.ts";

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

class Problem extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly detail: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}

const titles: Record<number, string> = {
  400: "Malformed request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  409: "Conflict with the present state",
  413: "Too large",
  415: "Unsupported media type",
  422: "Against a rule",
  500: "Internal error",
};

/** A problem document's text. */
export function problemBody(status: number, detail: string, extra: Record<string, unknown> = {}): string {
  return JSON.stringify({ type: "about:blank", title: titles[status] ?? "Error", status, detail, ...extra });
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

function readRoutes(app: Hono, { state, requests, audit, hub, daemon }: HttpParts): void {
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
  app.get("/v1/conflicts/:ref", (context) => {
    const { repo, ref } = theConflict(state, context);
    return context.json(requests.conflict(repo, ref)!);
  });
  app.get("/v1/audit", async (context) => {
    const { repo, ref } = context.req.query();
    if (ref !== undefined && !isRef(ref)) throw new Problem(400, refForm);
    return context.json(
      await audit((entry) => (repo === undefined || entry.repo === repo) && (ref === undefined || entry.ref === ref)),
    );
  });
}

function changeRoutes(app: Hono, { state, requests, shutdown }: HttpParts): void {
  const action = z.strictObject({
    action: z.enum(actions),
    note: z.string().max(2000).optional(),
  });
  app.post("/v1/conflicts/:ref/actions", async (context) => {
    const body = await bodyOf(context, action);
    const { repo, ref } = theConflict(state, context);
    const by = personOf(requests.conflict(repo, ref)!);
    const answer = await requests.respond({ repo, ref, by, ...body });
    if (answer.ok) return context.json(answer.conflict);
    const status = { not_found: 404, closed: 409, not_written: 500 } as const;
    throw new Problem(status[answer.refusal.code], answer.refusal.message);
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

async function bodyOf<S extends z.ZodType>(context: Context, schema: S): Promise<z.infer<S>> {
  if (!/^application\/json\b/.test(context.req.header("content-type") ?? ""))
    throw new Problem(415, "Send the body as application/json.");
  const text = await context.req.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Problem(400, "The body is not JSON.");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(400, `${issue?.path.join(".") || "The body"}: ${issue?.message ?? "malformed"}.`);
}

const refForm = "A conflict is written CF-9.";

function isRef(ref: string): boolean {
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
  const [developer, ...others] = new Set(sides.map((side) => side.developer));
  return developer && others.length === 0 ? developer : "person";
}

function repoFilter(repo: string | undefined): Set<string> | null {
  return repo === undefined ? null : new Set([repo]);
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
