// What is wrong at a place with the changer's schemas and was not before, and whose schema it is.
// Knows no syntax.
import { anyOf, type Issue } from "./accepts.ts";
import { isRetyped } from "./reads.ts";
import type { Origin } from "./schema.ts";
import type { Site } from "./sites.ts";

/** Something that is new at a site, with the schema that made it so. */
export interface News {
  issue: Issue;
  contract: Origin;
}

export function newsAt(before: Site, now: Site): News[] {
  const issues = now.issues.filter((issue) => !wasSo(before, issue));
  const retyped = isRetyped(before.kinds, now.kinds)
    ? [{ path: now.name, why: `is ${[...now.kinds!].map(anyOf).sort().join(" or ")} now`, origins: now.origins }]
    : [];
  return [...issues, ...retyped].flatMap((issue) => {
    const contract = contractOf(issue.origins);
    return contract ? [{ issue, contract }] : [];
  });
}

/** It was wrong there, or nothing was known of it. */
function wasSo({ issues, unknown }: Site, issue: Issue): boolean {
  if (unknown.some((path) => isAtOrBelow(issue.path, path))) return true;
  return issues.some((each) =>
    each.isLoss ? each.path === issue.path && (issue.isLoss ?? false) : isAtOrBelow(issue.path, each.path),
  );
}

function isAtOrBelow(path: string, other: string): boolean {
  return other === "" || path === other || path.startsWith(`${other}.`);
}

/** The innermost changed schema that others can use, else the one that leads to it. */
function contractOf(origins: readonly Origin[]): Origin | null {
  const innermost = origins.find(({ changed }) => changed.size > 0);
  if (!innermost) return null;
  if (innermost.isChanged && innermost.isExported) return innermost;
  const parts = [...innermost.changed].filter(({ isExported }) => isExported);
  if (parts.length === 1) return parts[0]!;
  return origins.slice(origins.indexOf(innermost)).find(({ isExported }) => isExported) ?? innermost;
}
