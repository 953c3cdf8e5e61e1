// Figures of all pairs by repository, and in all, as a table.
import { printTable } from "../table.ts";
import { nothing, type Judged, type Tally } from "./judge.ts";

const header = [
  ...["", "pairs", "not answered", "merges told", "right", "overlaps told", "right", "breaks told", "right"],
  "false alarms in unrelated pairs",
];

export function printFigures(judged: Judged[]): void {
  const names = [...new Set(judged.map(({ id }) => id.split(" ")[0]!))];
  const rows = names.map((name) =>
    rowOf(
      name,
      judged.filter(({ id }) => id.startsWith(`${name} `)),
    ),
  );
  printTable("Accuracy", header, [...rows, rowOf("all", judged)]);
}

function rowOf(name: string, judged: Judged[]): string[] {
  const unrelated = judged.filter(({ isUnrelated }) => isUnrelated);
  const alarms = unrelated.reduce((total, { falseAlarms }) => total + falseAlarms, 0);
  const tallies = (["merges", "overlaps", "breaks"] as const).map((kind) => sum(judged.map((each) => each[kind])));
  return [
    ...[name, String(judged.length), String(judged.filter(({ isUnanswered }) => isUnanswered).length)],
    ...tallies.flatMap(({ there, told, found, right }) => [share(told, there), share(right, found)]),
    `${alarms} in ${unrelated.length}`,
  ];
}

function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (all, each) => ({
      ...{ there: all.there + each.there, told: all.told + each.told },
      ...{ right: all.right + each.right, found: all.found + each.found },
    }),
    nothing,
  );
}

function share(some: number, all: number): string {
  return all === 0 ? "-" : `${some}/${all} ${(some / all).toFixed(3)}`;
}
