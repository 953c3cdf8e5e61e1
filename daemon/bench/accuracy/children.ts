// Runs a program of Node to its end, with a deadline of its own; never throws.
import { spawn } from "node:child_process";

type Told = { out: string } | { failure: string };

export function runChild(command: string[], { cwd, deadlineMs }: { cwd: string; deadlineMs: number }): Promise<Told> {
  const child = spawn(process.execPath, command, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (part: Buffer) => out.push(part));
  child.stderr.on("data", (part: Buffer) => err.push(part));
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve({ failure: `not within ${deadlineMs / 1000} s` });
    }, deadlineMs);
    child.on("error", ({ message }) => resolve({ failure: message }));
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve({ out: Buffer.concat(out).toString() });
      else resolve({ failure: sayingOf(Buffer.concat(err).toString()) || `ended with ${code}` });
    });
  });
}

/** What an exception says, else the end. */
function sayingOf(text: string): string {
  const lines = text.trim().split("\n");
  return (lines.find((line) => /^\w*Error/.test(line)) ?? lines.at(-1)!).slice(0, 300);
}
