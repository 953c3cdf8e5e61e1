// One editor's connection: JSON-RPC messages in, answers and deltas out. Everything that comes in is validated here.
// Knows no detection: only requests and the hub.
import type { WebSocket } from "ws";
import * as rpc from "vscode-jsonrpc/node";
import type * as z from "zod";
import type { Conflict } from "../../shared/model/conflict.ts";
import type { Checkout } from "../../shared/model/participant.ts";
import type { Refusal } from "../core/effects.ts";
import { feedbackEvent, type Deed } from "../core/lifecycle/transitions.ts";
import {
  DeltaMessage,
  errorCodes,
  Follow,
  GetSideText,
  GetSnapshot,
  GiveFeedback,
  Initialize,
  Overlay,
  OverlayClosed,
  Override,
  protocolVersion,
  Respond,
  SetFolders,
  type InitializeParams,
  type InitializeResult,
  type SetFoldersResult,
} from "../../shared/protocol/editor.ts";
import type { Requests } from "../requests.ts";
import type { Hub } from "./hub.ts";
import { connectionOver } from "./wire.ts";

export interface RpcParts {
  requests: Requests;
  hub: Hub;
  daemon: InitializeResult["daemon"];
}

let nextEditor = 1;

/** Serves one socket until it closes. */
export function serveEditor(socket: WebSocket, { requests, hub, daemon }: RpcParts): void {
  const id = `editor-${nextEditor++}`;
  const connection = connectionOver(socket);
  const subscription = hub.subscribe((delta) => void connection.sendNotification(DeltaMessage.method, delta));
  let editor: InitializeParams["client"] | null = null;
  let repos = new Set<string>();
  let mine: Checkout[] = [];
  let opening: Promise<unknown> = Promise.resolve();

  /** One after the other: the last one asked for stands. */
  function open(folders: string[]): Promise<SetFoldersResult> {
    const opened = opening.then(async () => {
      const { checkouts, refused } = await requests.openFolders(id, editor!.name, folders);
      mine = checkouts;
      repos = new Set(checkouts.map((checkout) => checkout.repo));
      return { snapshot: subscription.snapshot(repos), refused };
    });
    opening = opened.catch(() => undefined);
    return opened;
  }

  /** Who acts here: the developer of the window's own side of the conflict. */
  function developerFor(repo: string, ref: string): string {
    const sides = requests.conflict(repo, ref)?.sides.map(({ checkout }) => checkout) ?? [];
    const acting = mine.find(({ path }) => sides.includes(path)) ?? mine[0];
    return acting?.developer || "editor";
  }

  function initialized(): void {
    if (!editor) throw refusal("refused", "The first message must be parley/initialize.");
  }

  async function respond(repo: string, ref: string, deed: Deed, note?: string): Promise<Conflict> {
    initialized();
    const answer = await requests.respond({ repo, ref, deed, by: developerFor(repo, ref), note });
    if (!answer.ok) throw refusalOf(answer.refusal);
    return answer.conflict;
  }

  const on = <S extends z.ZodType>(
    message: { method: string; params: S },
    answer: (params: z.infer<S>) => unknown,
  ): void => {
    connection.onRequest(message.method, (params: unknown) => answer(checked(message, params)));
  };
  const onNews = <S extends z.ZodType>(
    message: { method: string; params: S },
    take: (params: z.infer<S>) => void,
  ): void => {
    connection.onNotification(message.method, (params: unknown) => {
      const parsed = message.params.safeParse(params);
      if (parsed.success && editor) take(parsed.data);
    });
  };

  on(Initialize, async ({ protocol, client, folders }): Promise<InitializeResult> => {
    if (protocol !== protocolVersion) throw refusal("protocolMismatch", mismatch(protocol));
    editor = client;
    return { daemon, ...(await open(folders)) };
  });
  on(SetFolders, ({ folders }) => {
    initialized();
    return open(folders);
  });
  on(GetSnapshot, () => {
    initialized();
    return subscription.snapshot(repos);
  });
  on(Follow, () => subscription.snapshot(null));
  on(Respond, ({ repo, ref, action, note }) => respond(repo, ref, action, note));
  on(Override, ({ repo, ref, reason }) => respond(repo, ref, "override", reason));
  on(GiveFeedback, ({ repo, ref, verdict }) => respond(repo, ref, feedbackEvent(verdict)));
  on(GetSideText, async (params) => {
    initialized();
    const text = await requests.sideText(params);
    if (!text) throw refusal("notFound", `${params.ref} has no such side or code any more.`);
    return text;
  });
  onNews(Overlay, ({ path, text }) => requests.setBuffer(id, path, text));
  onNews(OverlayClosed, ({ path }) => requests.closeBuffer(id, path));

  socket.on("close", () => {
    subscription.end();
    connection.dispose();
    requests.closeEditor(id);
  });
  connection.onError(() => socket.close(1002));
  connection.listen();
}

function checked<S extends z.ZodType>(message: { method: string; params: S }, params: unknown): z.infer<S> {
  const parsed = message.params.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") || "the parameters";
  throw new rpc.ResponseError(
    rpc.ErrorCodes.InvalidParams,
    `${message.method}: ${place}: ${issue?.message ?? "malformed"}.`,
  );
}

function refusal(code: keyof typeof errorCodes, message: string): Error {
  return new rpc.ResponseError(errorCodes[code], message);
}

function refusalOf({ code, message }: Refusal): Error {
  return refusal(code === "not_found" ? "notFound" : code === "closed" ? "closed" : "refused", message);
}

function mismatch(theirs: number): string {
  const older = theirs < protocolVersion ? "The editor's extension" : "The daemon";
  return `${older} is older than the other side (protocol ${theirs} against ${protocolVersion}): update it.`;
}
