// How the daemon is: every surface has a look for each state.

export type Health =
  | { state: "starting" }
  | { state: "ready" }
  /** Works, with limits: each reason is one sentence with its remedy. */
  | { state: "degraded"; reasons: string[] }
  | { state: "stopped" };
