// How paths of this machine relate: by their parts, never by a common prefix of letters.
// Must not know vscode or touch the disk.

/** With `/` as separator, without one at the end; a Windows drive letter in lower case. */
export function normalPath(path: string): string {
  const windows = /^[a-zA-Z]:[\\/]|^\\\\/.test(path);
  const slashed = windows ? path.replace(/\\/g, "/") : path;
  const lettered = windows ? slashed.replace(/^[A-Z]:/, (drive) => drive.toLowerCase()) : slashed;
  return lettered.length > 1 ? lettered.replace(/\/+$/, "") : lettered;
}

/** Path of `path` relative to `root` with `/`; `""` when they are the same, null when it is not inside. */
export function relativeInside(root: string, path: string): string | null {
  const [outer, inner] = [normalPath(root), normalPath(path)];
  if (outer === inner) return "";
  const start = outer === "/" ? "/" : `${outer}/`;
  if (!inner.startsWith(start)) return null;
  const relative = inner.slice(start.length);
  return relative.split("/").includes("..") ? null : relative;
}

/** The innermost of `roots` that holds `path`, or null. */
export function innermost(roots: readonly string[], path: string): string | null {
  let best: string | null = null;
  for (const root of roots) {
    if (relativeInside(root, path) !== null && (best === null || root.length > best.length)) best = root;
  }
  return best;
}

/** `relative` below `root`, or null when it would leave it (`..`, absolute). */
export function joinInside(root: string, relative: string): string | null {
  if (relative.startsWith("/") || /^[a-zA-Z]:/.test(relative) || relative.includes("\0")) return null;
  if (relative.includes("\\") && /^[a-z]:|^\/\//.test(normalPath(root))) return null;
  const parts = relative.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return null;
  return [normalPath(root).replace(/^\/$/, ""), ...parts].join("/");
}
