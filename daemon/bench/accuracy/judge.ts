// Findings of one pair against what git, the compiler and the mapper say, and against verdicts by eye.
import type { Finding } from "../../../shared/model/conflict.ts";
import { nameOf, pathOf } from "../../../shared/model/subject.ts";
import type { Trouble } from "./compiler.ts";
import type { Overlap } from "./definitions.ts";
import type { Pair } from "./history.ts";
import type { Truth } from "./truth.ts";

export interface Compared {
  conflicts: Finding[];
  /** What was not read in time: it says nothing. */
  unanswered: string[];
}

/** How many of what there is were told, and how many of what was found is so. */
export interface Tally {
  there: number;
  told: number;
  right: number;
  found: number;
}

export interface Judged {
  id: string;
  how: Pair["how"];
  merges: Tally;
  overlaps: Tally;
  breaks: Tally;
  /** Nobody has anything to say of the pair but Parley. */
  isUnrelated: boolean;
  falseAlarms: number;
  isUnanswered: boolean;
  /** What is to be read by eye. */
  lines: string[];
}

/** Whether what was found or missed is so; null: nobody looked yet. */
type Verdict = (what: string, words: string) => boolean | null;

export const nothing: Tally = { there: 0, told: 0, right: 0, found: 0 };
/** Both sides declare one name: told as an overlap of that name. */
const redeclared = new Set([2300, 2323, 2393, 2440, 2451, 2528]);

/**
 * `truth` is null where it was not found out: then the pair counts for nothing. `verdicts`, by pair and what it is about, begin with
 * `true` or `false`, the reason behind it: whether what was found is so, or whether what was missed is there.
 */
export function judge(
  id: string,
  how: Pair["how"],
  { conflicts, unanswered }: Compared,
  truth: Truth | null,
  verdicts: Record<string, string>,
): Judged {
  const lines = unanswered.map((what) => `not answered: ${what}`);
  const common = { id, how, lines, isUnanswered: unanswered.length > 0 };
  const silent = { merges: nothing, overlaps: nothing, breaks: nothing };
  if (!truth) return { ...common, ...silent, isUnrelated: false, falseAlarms: 0 };
  const warned = conflicts.filter(({ severity }) => severity !== "info");
  const verdict: Verdict = (what, words) => {
    const said = verdicts[`${id}: ${what}`];
    if (said === undefined) lines.push(`open  ${what}\n      ${words}`);
    return said === undefined ? null : said.startsWith("true");
  };
  const merges = judgeMerges(of(conflicts, "textual_merge"), truth.clashing, verdict);
  const overlaps = judgeOverlaps(of(warned, "symbol_overlap"), truth.overlaps, verdict);
  const breaks = judgeBreaks(warned, truth.troubles ?? [], verdict);
  return {
    ...{ ...common, merges, overlaps, breaks },
    isUnrelated: how !== "bound" && truth.clashing.length + truth.overlaps.length + (truth.troubles ?? []).length === 0,
    falseAlarms: [merges, overlaps, breaks].reduce((sum, { found, right }) => sum + found - right, 0),
  };
}

function of(conflicts: Finding[], kind: Finding["kind"]): Finding[] {
  return conflicts.filter((conflict) => conflict.kind === kind);
}

/** By path: git names what a rename clashes with by all its paths, Parley by the one of the base. */
function judgeMerges(findings: Finding[], clashing: string[], verdict: Verdict): Tally {
  const toldPaths = new Set(findings.flatMap(pathsOf));
  const there = clashing.filter(
    (file) => toldPaths.has(file) || verdict(`merge missed ${file}`, "git cannot merge it") !== false,
  );
  const subjects = findings.flatMap(({ subjects: all, sides, summary }) =>
    all.map((subject) => ({ subject, sides, summary })),
  );
  const right = subjects.filter(({ subject, sides, summary }) => {
    const places = sides.flatMap(({ changes }) => changes.filter((change) => change.subject === subject));
    const paths = [subject.slice(subject.indexOf(":") + 1), ...places.map((change) => change.path)];
    return paths.some((file) => clashing.includes(file)) || verdict(`merge ${subject}`, summary) === true;
  });
  const told = there.filter((file) => toldPaths.has(file));
  return { there: there.length, told: told.length, found: subjects.length, right: right.length };
}

function judgeOverlaps(findings: Finding[], overlaps: Overlap[], verdict: Verdict): Tally {
  const subjects = findings.flatMap(({ subjects: all, summary }) => all.map((subject) => ({ subject, summary })));
  const isTold = (overlap: Overlap): boolean => subjects.some(({ subject }) => covers(subject, overlap));
  const there = overlaps.filter(
    (overlap) =>
      isTold(overlap) ||
      verdict(`overlap missed ${overlap.path}#${overlap.name}`, "hunks of both sides are in it") !== false,
  );
  const right = subjects.filter(
    ({ subject, summary }) =>
      overlaps.some((overlap) => covers(subject, overlap)) || verdict(`overlap ${subject}`, summary) === true,
  );
  return {
    ...{ there: there.length, told: there.filter(isTold).length },
    ...{ found: subjects.length, right: right.length },
  };
}

function covers(subject: string, { path, name }: Overlap): boolean {
  return pathOf(subject) === path && isWithin(nameOf(subject), name);
}

/** The one is the other, or in it. */
function isWithin(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/** By file: a break is there in each file with an error that neither side has alone. */
function judgeBreaks(warned: Finding[], troubles: Trouble[], verdict: Verdict): Tally {
  const breaks = of(warned, "contract_break");
  const told = new Set(breaks.flatMap(pathsOf));
  const overlapping = new Set(of(warned, "symbol_overlap").flatMap(pathsOf));
  const isTold = ({ path, code }: Trouble): boolean =>
    told.has(path) || (redeclared.has(code) && overlapping.has(path));
  const files = [
    ...new Map(
      troubles.toSorted((one, other) => Number(isTold(one)) - Number(isTold(other))).map((each) => [each.path, each]),
    ).values(),
  ];
  const there = files.filter(
    (trouble) =>
      isTold(trouble) ||
      verdict(`break missed ${trouble.path}`, `${trouble.line}: TS${trouble.code} ${trouble.message}`) !== false,
  );
  const right = breaks.filter((finding) => {
    const paths = pathsOf(finding);
    const words = `${finding.summary} [${finding.witness?.message ?? finding.confidence}]`;
    return (
      troubles.some(({ path }) => paths.includes(path)) || verdict(`break ${finding.subjects[0]!}`, words) === true
    );
  });
  return {
    ...{ there: there.length, told: there.filter(isTold).length },
    ...{ found: breaks.length, right: right.length },
  };
}

function pathsOf({ paths, sides }: Finding): string[] {
  return [...paths, ...sides.flatMap(({ changes }) => changes.map(({ path }) => path))];
}
