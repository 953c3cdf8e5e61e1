// The detectors, in the order in which their findings are shown, and which of them a save waits for.
import type { Later } from "../state.ts";
import type { Detector } from "./detector.ts";
import { contractBreak } from "./contractBreak.ts";
import { pathOverlap } from "./pathOverlap.ts";
import { duplicateWork } from "./duplicateWork.ts";
import { symbolOverlap } from "./symbolOverlap.ts";
import { textualMerge } from "./textualMerge.ts";

/** They need nothing but the footprints. */
export const quickDetectors: readonly Detector[] = [symbolOverlap, pathOverlap];

/** When the others look at what a save changed: once that is shown, and once nobody saves for a moment. */
export const laterDetectors: Record<Later, readonly Detector[]> = {
  // They ask for contents, which takes its time anyway.
  shown: [textualMerge, duplicateWork],
  // It asks about all that two sides changed: after each save of many that would be too much.
  quiet: [contractBreak],
};

export const detectors: readonly Detector[] = [symbolOverlap, contractBreak, textualMerge, pathOverlap, duplicateWork];
