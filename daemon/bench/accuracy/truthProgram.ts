// A process of its own for one pair: lays its sides into a git directory and prints what there really is between them.
// Takes one argument of JSON; whoever starts it gives it its deadline.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { History, type Pair } from "./history.ts";
import { truthOf } from "./truth.ts";
import type { Trouble } from "./compiler.ts";

interface Asked {
  gitDir: string;
  /** The repository that has the pair's commits. */
  place: string;
  pair: Pair;
  /** Folder of what the compiler said before, or "". */
  kept: string;
  id: string;
}

// Parley asks its questions with the least priority, and in bounded time: the truth must not outrun them.
os.setPriority(os.constants.priority.PRIORITY_LOW);
const { gitDir, place, pair, kept, id } = JSON.parse(process.argv[2]!) as Asked;
const history = new History(gitDir, place);
const sides = history.sidesOf(pair);
if (!sides) throw new Error(`${id} is no pair any more.`);
process.stdout.write(JSON.stringify({ sides, truth: truthOf(history, sides, keep) }));

function keep(find: () => Trouble[]): Trouble[] {
  if (kept === "") return find();
  const file = path.join(kept, `${id.replace(/[/ ]/g, "+")}.json`);
  if (!fs.existsSync(file)) {
    fs.mkdirSync(kept, { recursive: true });
    fs.writeFileSync(`${file}.new`, JSON.stringify(find(), null, 2));
    fs.renameSync(`${file}.new`, file);
  }
  return JSON.parse(fs.readFileSync(file, "utf8")) as Trouble[];
}
