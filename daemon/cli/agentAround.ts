// Whether a coding agent started this command: their shells carry a mark in the environment.
// Keeps well-behaved agents from acting as people by accident; whoever wants to can take the mark away.

const marks = [
  /^AI_AGENT$/,
  /^CLAUDECODE$/,
  /^CLINE_/,
  /^CODEX_(SANDBOX|THREAD)/,
  /^COPILOT_(AGENT|CLI)/,
  /^CURSOR_AGENT$/,
  /^GEMINI_CLI$/,
  /^OPENCODE$/,
];

/** Name of the variable that tells; null: none does. */
export function agentAround(environment: NodeJS.ProcessEnv): string | null {
  const set = Object.keys(environment).filter((name) => environment[name] !== "");
  return set.find((name) => marks.some((mark) => mark.test(name))) ?? null;
}
