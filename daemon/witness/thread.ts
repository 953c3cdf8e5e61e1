// The witness's thread, with the whole compiler in it.
import { serveJobs } from "../sides/serveJobs.ts";
import { Witness } from "./witness.ts";

serveJobs(() => new Witness());
