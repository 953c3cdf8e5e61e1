// The detectors, in the order in which their findings are shown.
import type { Detector } from "./detector.ts";
import { pathOverlap } from "./pathOverlap.ts";
import { symbolOverlap } from "./symbolOverlap.ts";

export const detectors: readonly Detector[] = [symbolOverlap, pathOverlap];
