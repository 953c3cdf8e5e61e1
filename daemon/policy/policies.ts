// What worktree/ reads of policy files → what they say, in order.
// Knows no file.
import type { Policy, PolicyProblem } from "../../shared/protocol/policyFile.ts";
import type { PolicyText } from "../worktree/observations.ts";
import { readPolicy, refusedPolicy, type PolicyReading } from "./readPolicy.ts";

export type TakePolicy = (checkout: string, policy: Policy | null, problems: PolicyProblem[]) => void;

/** Answers a function that reads one text after the other and hands on what it says. */
export function startPolicies(take: TakePolicy): (checkout: string, text: PolicyText) => void {
  let reading = Promise.resolve();
  return (checkout, text) => {
    reading = reading.then(async () => {
      const { policy, problems } = await readingOf(text);
      take(checkout, policy, problems);
    });
  };
}

async function readingOf(text: PolicyText): Promise<PolicyReading> {
  if (text.kind === "absent") return { policy: null, problems: [] };
  return text.kind === "text" ? readPolicy(text.text) : refusedPolicy(text.why);
}
