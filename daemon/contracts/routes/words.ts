// Routes as people name them, and what kind of route one is.
// Knows no requests.
import type { Route } from "./servers/route.ts";

/** As it is declared, without what its parameters take. */
export function shownPath({ path, dialect }: Route): string {
  if (path.length > 2_000) return path;
  if (dialect.syntax === "angle") return path.replace(/<(?:\w+(?:\([^()<>]*\))?:)?(\w+)(?::[^<>]*)?>/g, "<$1>");
  return dialect.syntax === "brace" ? path.replace(/\{(\w+):[^{}]*\}/g, "{$1}") : path;
}

/** Takes everything: what answers there is that nothing was found. */
export function isFallback({ patterns }: Route): boolean {
  return patterns.every(({ segments }) => segments.length === 1 && "rest" in segments[0]!);
}

export function takesRest({ patterns }: Route): boolean {
  return patterns.every(({ segments }) => segments.some((each) => "rest" in each));
}
