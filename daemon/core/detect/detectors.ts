// The detectors, in the order in which their findings are shown, and which of them a save waits for.
import type { Detector } from "./detector.ts";
import { contractBreak } from "./contractBreak.ts";
import { pathOverlap } from "./pathOverlap.ts";
import { duplicateWork } from "./duplicateWork.ts";
import { symbolOverlap } from "./symbolOverlap.ts";
import { textualMerge } from "./textualMerge.ts";

/** They need nothing but the footprints. */
export const quickDetectors: readonly Detector[] = [symbolOverlap, pathOverlap];

/** They look at it once that is shown: they ask for contents, which takes its time anyway. */
export const askingDetectors: readonly Detector[] = [textualMerge, duplicateWork];

/** They look at all code that two sides changed, once nobody saves for a moment: after each save of many it would be too much. */
export const codeDetectors: readonly Detector[] = [contractBreak];

export const detectors: readonly Detector[] = [symbolOverlap, contractBreak, textualMerge, pathOverlap, duplicateWork];
