// The thread in which contracts are read.
import { serveJobs } from "../sides/serveJobs.ts";
import { Contracts } from "./contracts.ts";

serveJobs(() => new Contracts());
