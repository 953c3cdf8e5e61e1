// The hover on a clashing symbol: what clashes, what to do, and what each side changed in a few lines of diff.
// Must not trust a word of it: foreign text is escaped in an untrusted string, only our own links are trusted.
import * as vscode from "vscode";
import type { ConflictSide } from "../../shared/model/conflict.ts";
import { changeLines } from "../look/changeLines.ts";
import type { DaemonClient } from "../connection/daemonClient.ts";
import { fence, markdown } from "../look/foreignText.ts";
import { bySharpness, type Mark, placeOf, worthTelling } from "../model/marks.ts";
import { settings } from "../settings.ts";
import { SideTexts } from "../look/sideTexts.ts";
import type { SnapshotModel } from "../model/snapshot.ts";
import { commandUri, localFiles, realPath, toRange } from "../look/toVscode.ts";
import { isRule, kindLabel, who } from "../look/wording.ts";

const linkCommands = ["parley.acknowledge", "parley.willRebase", "parley.compare", "parley.openConflict"];
/** A hover without the diff is better than a late one. */
const patienceMs = 700;
const maxConflicts = 3;

export function register(
  _context: vscode.ExtensionContext,
  snapshot: SnapshotModel,
  client: DaemonClient,
): vscode.Disposable {
  const texts = new SideTexts(client);
  const provider: vscode.HoverProvider = {
    provideHover: (document, position) => provide(snapshot, texts, document, position),
  };
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(localFiles, provider),
    snapshot.onDidChange(() => texts.forgetAll()),
  );
}

async function provide(
  snapshot: SnapshotModel,
  texts: SideTexts,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const file = realPath(document.uri, snapshot.folders);
  if (file === null) return undefined;
  const marks = worthTelling(snapshot.marksIn(file), settings.pathOverlapSquiggles(document.uri))
    .filter((mark) => toRange(snapshot.rangeOf(mark)).contains(position))
    .sort(bySharpness);
  const [first] = marks;
  if (first === undefined) return undefined;
  const parts = await Promise.all(marks.slice(0, maxConflicts).map((mark) => partsOf(mark, texts)));
  return new vscode.Hover(parts.flat(), toRange(snapshot.rangeOf(first)));
}

async function partsOf(mark: Mark, texts: SideTexts): Promise<vscode.MarkdownString[]> {
  const [theirs, mine] = await Promise.all([
    diffOf(mark, mark.theirs.ref, mark.counterpart?.subject, texts),
    diffOf(mark, mark.mine.ref, mark.change.subject, texts),
  ]);
  const { conflict } = mark;
  const head = [
    `**${conflict.ref}** · ${markdown(kindLabel(conflict.kind, vscode.l10n.t))} · ${statusText(conflict.status)}`,
    markdown(conflict.suggestion, 1000),
  ];
  const changes: string[] = [];
  // With their numbers, since the suggestion above names the sides by them.
  if (theirs) changes.push(sideHead(mark.theirs, who(mark.theirs, vscode.l10n.t)), fence("diff", theirs));
  if (mine) changes.push(sideHead(mark.mine, vscode.l10n.t("this checkout")), fence("diff", mine));
  // The whole sentence comes last: the editor shows the diagnostic, its short form, right above.
  return [untrusted(head), links(mark), untrusted([...changes, markdown(conflict.summary, 1000)])];
}

function sideHead({ ref }: ConflictSide, name: string): string {
  return `${markdown(ref, 40)} · ${markdown(name, 120)}`;
}

function untrusted(paragraphs: readonly string[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString(paragraphs.filter((paragraph) => paragraph !== "").join("\n\n"));
  text.isTrusted = false;
  text.supportHtml = false;
  return text;
}

function statusText(status: Mark["conflict"]["status"]): string {
  if (status === "acknowledged") return vscode.l10n.t("acknowledged");
  return status === "resolving" ? vscode.l10n.t("being resolved") : vscode.l10n.t("open");
}

function links(mark: Mark): vscode.MarkdownString {
  const place = placeOf(mark);
  const id = { repo: place.repo, ref: place.ref };
  const link = (title: string, command: string, argument: object): string =>
    `[${title}](${commandUri(command, argument).toString()})`;
  const list: string[] = [];
  if (mark.conflict.status === "open") list.push(link(vscode.l10n.t("Acknowledge"), "parley.acknowledge", id));
  if (mark.conflict.status !== "resolving" && !isRule(mark.theirs)) {
    list.push(link(vscode.l10n.t("I will rebase"), "parley.willRebase", id));
  }
  if (mark.counterpart) list.push(link(vscode.l10n.t("Compare"), "parley.compare", place));
  list.push(link(vscode.l10n.t("Open conflict"), "parley.openConflict", id));
  const own = new vscode.MarkdownString(list.join(" · "));
  own.isTrusted = { enabledCommands: linkCommands };
  own.supportHtml = false;
  return own;
}

/** Null when there is no text, nothing differs, or the daemon takes too long. */
async function diffOf(
  mark: Mark,
  side: string,
  subject: string | undefined,
  texts: SideTexts,
): Promise<string[] | null> {
  if (subject === undefined) return null;
  const { repo, ref } = mark.conflict;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  const text = texts.get({ repo, ref, side, subject }).catch(() => null);
  const answer = await Promise.race([text, late]);
  const lines = answer ? changeLines(answer) : [];
  return lines.length > 0 ? lines : null;
}
