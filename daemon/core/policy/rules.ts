// A policy, ready to be asked about paths, contracts and people. Made once for each policy.
// Knows no session.
import { criticalities, defaultPolicy, type Criticality, type Policy } from "../../../shared/protocol/policyFile.ts";
import { contractGlob, covers, pathGlob, type Glob } from "./glob.ts";

export interface Rules {
  readonly policy: Policy;
  ignores(path: string): boolean;
  /** The patterns of `protected_paths` that cover the path. */
  protecting(path: string): string[];
  /** Who may change what the pattern covers. */
  ownersOf(pattern: string): string[];
  /** Whether this developer may. */
  isOwner(pattern: string, developer: string): boolean;
  /** Whether the first one to touch the path holds it. */
  isExclusive(path: string): boolean;
  criticalityOf(contract: string): Criticality;
}

export function rulesOf(policy: Policy): Rules {
  const ignored = policy.ignore_paths.flatMap((text) => usable(pathGlob(text)));
  const exclusive = policy.exclusive_by_default.flatMap((text) => usable(pathGlob(text)));
  const owners = new Map<string, string[][]>();
  for (const { paths, owners: people } of policy.protected_paths)
    for (const path of paths) owners.set(path, [...(owners.get(path) ?? []), people]);
  const guarding = [...owners.keys()].flatMap((text) => usable(pathGlob(text)));
  const critical = policy.contract_criticality.flatMap(({ match, criticality }) =>
    usable(contractGlob(match)).map((glob) => ({ glob, criticality })),
  );
  return {
    policy,
    ignores: (path) => ignored.some((glob) => covers(glob, path)),
    protecting: (path) => guarding.filter((glob) => covers(glob, path)).map(({ text }) => text),
    ownersOf: (pattern) => [...new Set(owners.get(pattern)?.flat())].map((owner) => owner.slice("user:".length)),
    // Where two rules name one pattern, both have to be kept.
    isOwner: (pattern, developer) =>
      owners.get(pattern)?.every((people) => people.some((owner) => isSamePerson(owner, developer))) ?? true,
    isExclusive: (path) => exclusive.some((glob) => covers(glob, path)),
    criticalityOf: (contract) =>
      critical
        .filter(({ glob }) => covers(glob, contract))
        .reduce<Criticality>((highest, { criticality }) => higher(highest, criticality), "normal"),
  };
}

export const defaultRules = rulesOf(defaultPolicy);

function usable(glob: Glob | { problem: string }): Glob[] {
  return "problem" in glob ? [] : [glob];
}

function isSamePerson(owner: string, developer: string): boolean {
  return owner.toLowerCase() === `user:${developer.toLowerCase()}`;
}

function higher(a: Criticality, b: Criticality): Criticality {
  return criticalities.indexOf(a) > criticalities.indexOf(b) ? a : b;
}
