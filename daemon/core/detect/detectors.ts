// The detectors, in the order in which their findings are shown, and which of them a save waits for.
import type { Detector } from "./detector.ts";
import { contractBreak } from "./contractBreak.ts";
import { pathOverlap } from "./pathOverlap.ts";
import { duplicateWork } from "./duplicateWork.ts";
import { protectedPath } from "./protectedPath.ts";
import { symbolOverlap } from "./symbolOverlap.ts";
import { textualMerge } from "./textualMerge.ts";

/** They need nothing but the footprints. */
export const quickDetectors: readonly Detector[] = [symbolOverlap, pathOverlap];

/** They look at it once that is shown: they ask for contents, which takes its time anyway. */
export const askingDetectors: readonly Detector[] = [textualMerge, duplicateWork];

/** They look at all code that two sides changed, once nobody saves for a moment: after each save of many it would be too much. */
export const codeDetectors: readonly Detector[] = [contractBreak];

/** They look at what one side did against the rules of the policy. */
export const ruleDetectors: readonly Detector[] = [protectedPath];

export const detectors: readonly Detector[] = [
  ...[protectedPath, symbolOverlap, contractBreak, textualMerge, pathOverlap, duplicateWork],
];
