// HTTP routes and the calls to them: what one side did to what it serves, held against what the other side's new code asks for.
// Knows no framework and no client: they are read below.
import type { Break } from "../../core/questions.ts";
import type { Family, Side } from "../family.ts";
import { isServedOtherwise, Judge } from "./compare.ts";
import { newCallsOf } from "./newCalls.ts";
import { OwnApps } from "./ownApps.ts";
import { useAt } from "./places.ts";
import { served } from "./serve.ts";
import { serverOf } from "./servers/server.ts";
import { shadowsOf } from "./shadow.ts";

export const routes: Family = (changer, user, proceed) => {
  const calls = newCallsOf(user, proceed);
  const isShared = sharesFile(changer, user);
  if (changer.changed.length === 0 || (calls.length === 0 && !isShared)) return [];
  const [base, now, own] = [changer.base, changer.now, user.now].map((tree) => serverOf(tree, proceed));
  const judge = new Judge(base!, now!, changer);
  const ownApps = new OwnApps(own!);
  const found = new Map<string, Break>();
  for (const call of calls) {
    proceed();
    const before = served(call.request, base!.table);
    if (!before || before.isRedirect || isServedOtherwise(call.request, before, own!.table)) continue;
    if (ownApps.answer(call, before.route.dialect)) continue;
    const verdict = judge.verdict(call.request, before);
    if (verdict)
      add(found, {
        ...verdict,
        changer: changer.name,
        uses: [useAt(user.now, { path: call.path, span: call.address })],
      });
  }
  if (isShared) for (const each of shadowsOf(changer, user, base!, now!, own!)) add(found, each);
  return [...found.values()];
};

function sharesFile(changer: Side, user: Side): boolean {
  const others = new Set(user.changed);
  return changer.changed.some((path) => others.has(path));
}

/** One break for each contract, as certain as its surest use. */
function add(found: Map<string, Break>, each: Break): void {
  const known = found.get(each.contract);
  if (!known || (known.isBehaviour && !each.isBehaviour)) found.set(each.contract, each);
  else if (Boolean(known.isBehaviour) === Boolean(each.isBehaviour)) {
    known.uses.push(...each.uses);
    if (each.certainty === "exact") known.certainty = "exact";
  }
}
