// What a process uses, read from /proc.
import fs from "node:fs";

/** Resident memory of the process and its children, in MB. */
export function memoryOf(pid: number): number {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + residentOf(each), 0);
}

function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Processor time that the process has used, in milliseconds. */
export function processorTime(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
