// An address as code writes it → what a server of the project would be asked, or nothing: it goes elsewhere.
// Knows no client library.
import type { Sent } from "./given.ts";
import type { Text } from "../code/texts.ts";

/** One part between slashes; null inside: something that is not known. */
export type Asked = readonly (string | null)[];

export interface Request {
  /** Null: not known. */
  method: string | null;
  segments: readonly Asked[];
  /** Whether the path ends with a slash. */
  slash: boolean;
  /** The host is not known, and may bring a part of the path. */
  isOpen: boolean;
  /** The path is a guess. */
  isLoose: boolean;
  /** Names of what is sent; null: not known. */
  body: readonly string[] | null;
  query: readonly string[] | null;
}

const longest = 2_000;
const mostSegments = 40;

export function requestOf({ method, isGuess = false, body = null, query = [] }: Sent, url: Text): Request | null {
  const path = pathOf(url);
  if (!path || path.text.join("").length > longest) return null;
  const { segments, slash } = split(path.text);
  const says = segments.some((parts) => parts.some((part) => part !== null));
  if (segments.length > mostSegments || (segments.length > 0 && !says)) return null;
  const names = query && namesOfQuery(url);
  const sent = { body, query: names && [...query, ...names] };
  return { method, segments, slash, isOpen: path.isOpen, isLoose: path.isLoose || isGuess, ...sent };
}

/** Null: there can be others. */
function namesOfQuery(url: Text): string[] | null {
  const at = url.findIndex((part) => part?.includes("?"));
  if (at < 0) return url.at(-1) === null && url.length > 1 && !url.at(-2)!.endsWith("/") ? null : [];
  const query = url.slice(at).map((part) => part ?? "");
  return [...query.join("").matchAll(/[?&]([\w.-]+)=/g)].map(([, name]) => name!);
}

/** Without scheme, host, query and fragment; null: another host, or nothing is known. */
function pathOf(url: Text): { text: Text; isOpen: boolean; isLoose: boolean } | null {
  const [first, second] = url;
  const bare = withoutQuery(url);
  if (first === undefined) return null;
  if (first === null) {
    if (typeof second !== "string") return null;
    if (/^:\d*$/.test(second) || /^[?#]/.test(second)) return null;
    return { text: bare.slice(1), isOpen: true, isLoose: !second.startsWith("/") };
  }
  const [, host, rest] = /^(?:(?:https?|wss?):)?\/\/([^/?#]*)([^?#]*)/is.exec(first) ?? [];
  if (host === undefined) return /^[a-z][a-z0-9+.-]*:/i.test(first) ? null : relative(bare);
  if (rest === "" && url.length > 1 && !/[?#]/.test(first)) return afterHost(host, bare.slice(1));
  return isOwn(host) ? { text: [rest!, ...bare.slice(1)], isOpen: false, isLoose: false } : null;
}

function relative(text: Text): { text: Text; isOpen: boolean; isLoose: boolean } {
  return { text, isOpen: false, isLoose: !text[0]?.startsWith("/") };
}

/** The host is begun by a text, and goes on with what is not known: `http://localhost:${port}/x`, `http://${host}/x`. */
function afterHost(host: string, rest: Text): { text: Text; isOpen: boolean; isLoose: boolean } | null {
  if (host !== "" && !isOwn(host.replace(/:$/, "")) && host.includes(".")) return null;
  const at = rest.findIndex((part) => typeof part === "string" && part.includes("/"));
  if (at < 0) return null;
  const found = rest[at]!;
  const isDomain = rest.slice(0, at).some((part) => part !== null) || /^\.[a-z]/i.test(found);
  const text = [found.slice(found.indexOf("/")), ...rest.slice(at + 1)];
  return isDomain ? null : { text, isOpen: host === "", isLoose: false };
}

function withoutQuery(url: Text): Text {
  const at = url.findIndex((part) => part !== null && /[?#]/.test(part));
  if (at < 0) return url;
  const cut = url[at]!.slice(0, url[at]!.search(/[?#]/));
  return cut === "" ? url.slice(0, at) : [...url.slice(0, at), cut];
}

/** Machines of the project's own: this one, names of containers, names that are never public. */
function isOwn(host: string): boolean {
  const name = host
    .replace(/^[^@]*@/, "")
    .replace(/:\d*$/, "")
    .toLowerCase();
  if (/^(?:\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\])$/.test(name)) return /^(?:127\.|0\.|10\.|192\.168\.|172\.|\[)/.test(name);
  return (
    name === "" || !name.includes(".") || /\.(?:local|localhost|internal|test|lan|home|svc|cluster\.local)$/.test(name)
  );
}

function split(text: Text): { segments: Asked[]; slash: boolean } {
  const segments: (string | null)[][] = [[]];
  for (const part of text) {
    const [head, ...rest] = part === null ? [null] : part.split("/");
    if (head !== "") segments.at(-1)!.push(head);
    for (const each of rest) segments.push(each === "" ? [] : [each]);
  }
  const slash = segments.length > 1 && segments.at(-1)!.length === 0;
  return { segments: segments.filter((parts) => parts.length > 0), slash };
}
