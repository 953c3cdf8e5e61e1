// Ranges of versions → the major versions that they begin with.
// Knows no manifests.

/** None where the range names no version: `latest`, `workspace:*`, an address. */
export function majorsOf(range: string): number[] {
  const bare = range.startsWith("npm:") ? range.slice(range.lastIndexOf("@") + 1) : range;
  if (/^[a-z][a-z+-]*:|\//i.test(bare)) return [];
  const majors = bare.split("||").flatMap((part) => {
    const lower = part.split(",").find((each) => !/^\s*[<!]/.test(each)) ?? "";
    const found = /^\s*(?:[\^~>=v]|==|~=)*\s*v?(\d{1,9})(?![\d])/.exec(lower);
    return found ? [Number(found[1])] : [];
  });
  return [...new Set(majors)];
}

/** Whether no version that the one allows is of a major version that the other allows. */
export function isOtherMajor(before: readonly number[], now: readonly number[]): boolean {
  return before.length > 0 && now.length > 0 && !now.some((major) => before.includes(major));
}
