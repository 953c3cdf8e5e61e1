// Says what a long step of preparation is doing, on a terminal and in a log alike.
// Must not know: what is being prepared.

export interface Step {
  /** What is being prepared, for example "VS Code 4.139.1". */
  readonly part: string;
  /** What happens now, for example "unpacking". */
  readonly doing: string;
  /** 1-based number of this step among `steps`. */
  readonly step: number;
  readonly steps: number;
}

export type Report = (step: Step) => void;

const barWidth = 20;

/** One line that is redrawn on a terminal; one line per step elsewhere. */
export function terminalReport(stream: NodeJS.WriteStream = process.stderr): Report {
  return (step) => {
    const line = `${bar(step)} ${step.part}: ${step.doing}`;
    if (!stream.isTTY) {
      stream.write(`${line}\n`);
      return;
    }
    const isLast = step.step === step.steps;
    stream.write(`\r\u001b[2K${line.slice(0, stream.columns - 1)}${isLast ? "\n" : ""}`);
  };
}

export function silentReport(): void {
  // For callers that show their own progress.
}

function bar({ step, steps }: Step): string {
  const filled = Math.round((step / steps) * barWidth);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}] ${String(step)}/${String(steps)}`;
}
