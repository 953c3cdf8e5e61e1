// Which of two versions is the newer one, by the rules of semver 2 (build metadata does not count).
// Must not know where the versions come from.

/** Negative when `a` is older than `b`, 0 when neither, positive when newer. Unreadable parts count as 0. */
export function compareVersions(a: string, b: string): number {
  const [coreA, preA] = split(a);
  const [coreB, preB] = split(b);
  for (let i = 0; i < 3; i++) {
    const difference = (Number(coreA[i]) || 0) - (Number(coreB[i]) || 0);
    if (difference !== 0) return difference;
  }
  return comparePrerelease(preA, preB);
}

function split(version: string): [string[], string[]] {
  const bare = version.replace(/^v/, "").split("+")[0] ?? "";
  const dash = bare.indexOf("-");
  if (dash < 0) return [bare.split("."), []];
  return [bare.slice(0, dash).split("."), bare.slice(dash + 1).split(".")];
}

function comparePrerelease(a: string[], b: string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a[i], b[i]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const difference = compareIdentifiers(left, right);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareIdentifiers(a: string, b: string): number {
  const [numericA, numericB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numericA && numericB) return Number(a) - Number(b);
  if (numericA !== numericB) return numericA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
