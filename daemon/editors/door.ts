// Who may come in: loopback, the right Host, no web page, the token. The same for HTTP and WebSocket.
// Knows no request's meaning.
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface Rejection {
  status: 401 | 403;
  detail: string;
}

/** Null lets in. Browsers send an Origin with whatever can do harm; no client of ours sends one. */
export function reject(headers: IncomingHttpHeaders, port: number, token: string): Rejection | null {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`)
    return { status: 403, detail: "The Host header is not this daemon's address." };
  if (headers.origin !== undefined) return { status: 403, detail: "Requests from web pages are refused." };
  if (!sameSecret(headers.authorization ?? "", `Bearer ${token}`))
    return {
      status: 401,
      detail: "The token is missing or wrong: send the content of PARLEY_HOME/token as a bearer token.",
    };
  return null;
}

function sameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
