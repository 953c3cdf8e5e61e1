// Two worktrees, a daemon, and an editor on the first of them, anew for each test of a suite.
import type { Conflict, ConflictKind } from "../../shared/model/conflict.ts";
import type { GitScene } from "./gitScene.ts";
import { connect, startDaemon, type Client, type RealDaemon } from "./realDaemon.ts";

export interface TwoWorktrees {
  scene: GitScene;
  /** Root of the second worktree, on `branch`. */
  theirs: string;
  daemon: RealDaemon;
  mine: Client;
  /** Waits until the editor shows exactly one live conflict of the suite's kind. */
  one: (what: string) => Promise<Conflict>;
  none: (what: string) => Promise<void>;
}

const deadlineMs = 30_000;

export function inTwoWorktrees(
  kind: ConflictKind,
  branch: string,
  makeScene: () => GitScene,
  begin: (given: TwoWorktrees) => void,
): void {
  let given: TwoWorktrees;
  beforeEach(async () => {
    const scene = makeScene();
    const theirs = scene.worktree(branch);
    const daemon = await startDaemon();
    const mine = await connect(daemon, [scene.main]);
    const ofKind = (conflicts: Conflict[]): Conflict[] => conflicts.filter((conflict) => conflict.kind === kind);
    given = {
      ...{ scene, theirs, daemon, mine },
      one: async (what) => {
        const found = await mine.until(what, (conflicts) => ofKind(conflicts).length === 1, deadlineMs);
        return ofKind(found)[0]!;
      },
      none: async (what) => void (await mine.until(what, (all) => ofKind(all).length === 0, deadlineMs)),
    };
    begin(given);
  });
  afterEach(async () => {
    given.mine.close();
    await given.daemon.stop();
    given.scene.remove();
  });
}
