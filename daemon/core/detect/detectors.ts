// The detectors, in the order in which their findings are shown.
import type { Detector } from "./detector.ts";
import { contractBreak } from "./contractBreak.ts";
import { pathOverlap } from "./pathOverlap.ts";
import { duplicateWork } from "./duplicateWork.ts";
import { symbolOverlap } from "./symbolOverlap.ts";
import { textualMerge } from "./textualMerge.ts";

export const detectors: readonly Detector[] = [symbolOverlap, contractBreak, textualMerge, pathOverlap, duplicateWork];
