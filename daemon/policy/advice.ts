// What a valid policy says and does not do: capped severities, protection that is ignored, overrides that nobody may give.
// Knows no text.
import { conflictKinds } from "../../shared/model/conflict.ts";
import type { Range } from "../../shared/model/location.ts";
import type { Policy, PolicyProblem } from "../../shared/protocol/policyFile.ts";
import { canMeet, pathGlob, type Glob } from "../core/policy/glob.ts";
import { whatBlocks } from "../core/policy/severity.ts";
import type { KeyPath } from "./yamlTree.ts";

export function adviceOn(policy: Policy, placeOf: (path: KeyPath) => Range): PolicyProblem[] {
  const warning = (path: KeyPath, message: string): PolicyProblem => ({
    severity: "warning",
    message,
    range: placeOf(path),
  });
  return [...onSeverity(policy, warning), ...onIgnored(policy, warning), ...onRoles(policy, warning)];
}

type Warn = (path: KeyPath, message: string) => PolicyProblem;

function onSeverity({ severity }: Policy, warn: Warn): PolicyProblem[] {
  return conflictKinds.flatMap((kind) => {
    const condition = whatBlocks[kind];
    if (severity[kind] !== "block" || condition === "always") return [];
    const why = condition === "never" ? "cannot block" : `blocks only ${condition}`;
    return [warn(["severity", kind], `severity.${kind} is "block", but ${kind} ${why}: it counts as warn.`)];
  });
}

function onIgnored({ ignore_paths, protected_paths, exclusive_by_default }: Policy, warn: Warn): PolicyProblem[] {
  const guarded: [KeyPath, string][] = [
    ...protected_paths.flatMap(({ paths }, n) =>
      paths.map((path, m): [KeyPath, string] => [["protected_paths", n, "paths", m], path]),
    ),
    ...exclusive_by_default.map((path, n): [KeyPath, string] => [["exclusive_by_default", n], path]),
  ];
  const ignored = ignore_paths.map((text) => ({ text, glob: compiled(text) }));
  return guarded.flatMap(([path, text]) => {
    const glob = compiled(text);
    const hiding = ignored.find((each) => canMeet(each.glob, glob));
    if (!hiding) return [];
    const message = `ignore_paths takes ${hiding.text} out, and with it paths of ${text}: what is ignored is not guarded.`;
    return [warn(path, message)];
  });
}

function compiled(text: string): Glob {
  const glob = pathGlob(text);
  if ("problem" in glob) throw new Error(glob.problem);
  return glob;
}

function onRoles({ members, override }: Policy, warn: Warn): PolicyProblem[] {
  const roles: readonly string[] = override.allowed_roles;
  if (!members || members.some(({ role }) => roles.includes(role))) return [];
  const wanted =
    roles.length > 0 ? `give one of them the role ${roles.join(" or ")}` : "name a role in override.allowed_roles";
  return [warn(["members"], `Nobody of the members may override a conflict: ${wanted}.`)];
}
