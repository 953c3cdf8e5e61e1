// What is damaged is never thrown away: it gets a name beside, and somebody is told.
import fs from "node:fs";
import path from "node:path";

/** `file` becomes, or is copied to, `file.damaged-n`; `troubles` gets one sentence that begins with `what`. */
export function setAside(
  file: string,
  troubles: string[],
  what = "The unreadable",
  how: "move" | "copy" = "move",
): void {
  let n = 1;
  while (fs.existsSync(`${file}.damaged-${n}`)) n++;
  const aside = `${file}.damaged-${n}`;
  if (how === "move") fs.renameSync(file, aside);
  else fs.copyFileSync(file, aside);
  troubles.push(`${what} ${path.basename(file)} was set aside as ${path.basename(aside)}; the rest was kept.`);
}
