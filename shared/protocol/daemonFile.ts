// What a running daemon says about itself in PARLEY_HOME/daemon.json. The token is in a file of its own, beside it.
import * as z from "zod";

export const daemonFileSchema = z.object({
  pid: z.number().int().positive(),
  port: z.number().int().min(1).max(65535),
  version: z.string().max(100),
  protocol: z.number().int(),
  /** ISO 8601, UTC. */
  startedAt: z.string().max(40),
});
export type DaemonFile = z.infer<typeof daemonFileSchema>;

export const daemonFileName = "daemon.json";
export const tokenFileName = "token";
