// What people are allowed by the policy. Without `members` everybody who can use this machine's daemon is an owner there.
import type { Policy, Role } from "../../../shared/protocol/policyFile.ts";

export function rolesIn({ members }: Policy, email: string): Role[] {
  if (!members) return ["owner"];
  return members.flatMap((member) => (member.email.toLowerCase() === email.toLowerCase() ? [member.role] : []));
}

export function mayOverride(policy: Policy, email: string): boolean {
  return rolesIn(policy, email).some((role) => policy.override.allowed_roles.includes(role));
}
