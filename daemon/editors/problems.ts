// What is wrong with a request: an error that becomes a problem document (RFC 9457), and the reading of a body that can raise it.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type * as z from "zod";

export class Problem extends Error {
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

export async function bodyOf<S extends z.ZodType>(context: Context, schema: S): Promise<z.infer<S>> {
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
