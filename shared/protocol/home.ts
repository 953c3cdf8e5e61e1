// Where Parley keeps its state on a machine: the daemon and the editor compute the same folder.
// Knows no file system: platform, environment and home directory come in.

/**
 * Absolute path of PARLEY_HOME. `platform` is `process.platform`, `homedir` is `os.homedir()`.
 * An own `PARLEY_HOME` wins; else the platform's state folder.
 */
export function parleyHome(platform: string, env: Record<string, string | undefined>, homedir: string): string {
  if (env.PARLEY_HOME) return env.PARLEY_HOME;
  if (platform === "win32") return `${env.LOCALAPPDATA || `${homedir}\\AppData\\Local`}\\parley`;
  if (platform === "darwin") return `${homedir}/Library/Application Support/parley`;
  const state = env.XDG_STATE_HOME;
  // The XDG rules say that a relative path is to be ignored.
  return state?.startsWith("/") ? `${state}/parley` : `${homedir}/.local/state/parley`;
}
