// npm run bench [-- NAME [SCENE]]: runs the benchmarks, or one of them, or only its scenes whose name contains SCENE.
import { benchCheck } from "./check.ts";
import { benchColdStart } from "./coldStart.ts";
import { benchContracts } from "./contracts.ts";
import { benchFacts } from "./facts.ts";
import { benchLatency } from "./latency.ts";
import { benchPairs } from "./pairs.ts";
import { benchStore } from "./store.ts";
import { benchWitness } from "./witness.ts";

const benches: Record<string, (scene: string) => Promise<void>> = {
  facts: benchFacts,
  latency: benchLatency,
  cold: benchColdStart,
  pairs: benchPairs,
  witness: benchWitness,
  contracts: benchContracts,
  store: benchStore,
  check: benchCheck,
};

const [name, scene = ""] = process.argv.slice(2);
if (name !== undefined && !benches[name])
  throw new Error(`There is no benchmark ${name}: ${Object.keys(benches).join(", ")}.`);
for (const [each, bench] of Object.entries(benches)) if (name === undefined || name === each) await bench(scene);
