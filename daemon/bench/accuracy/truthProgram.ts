// A process of its own for one pair: lays its sides into a git directory and prints what there really is between them.
// Takes one argument of JSON; whoever starts it gives it its deadline.
import fs from "node:fs";
import path from "node:path";
import { History, type Pair } from "./history.ts";
import { truthOf, type Truth } from "./truth.ts";

interface Asked {
  gitDir: string;
  /** The repository that has the pair's commits. */
  place: string;
  pair: Pair;
  /** Folder of answers of before, or "". */
  kept: string;
  id: string;
}

const { gitDir, place, pair, kept, id } = JSON.parse(process.argv[2]!) as Asked;
const history = new History(gitDir, place);
const sides = history.sidesOf(pair);
if (!sides) throw new Error(`${id} is no pair any more.`);
process.stdout.write(JSON.stringify({ sides, truth: keptTruth(() => truthOf(history, sides)) }));

function keptTruth(find: () => Truth): Truth {
  if (kept === "") return find();
  const file = path.join(kept, `${id.replace(/[/ ]/g, "+")}.json`);
  if (!fs.existsSync(file)) {
    fs.mkdirSync(kept, { recursive: true });
    fs.writeFileSync(`${file}.new`, JSON.stringify(find(), null, 2));
    fs.renameSync(`${file}.new`, file);
  }
  return JSON.parse(fs.readFileSync(file, "utf8")) as Truth;
}
