// Reads blobs of one repository through a git process that stays; requests are pipelined.
// Knows no checkouts: only object ids, and paths inside a commit.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { git, split, startGit } from "./git.ts";
import { largestText } from "./content.ts";

/** `bytes` is null when the blob is larger than what counts as text, or cannot be read. */
export interface Blob {
  oid: string;
  size: number;
  bytes: Buffer | null;
}

interface Request {
  name: string;
  answer: (blob: Blob | null) => void;
}

/** What of the answer to the first waiting request has arrived. */
interface Arriving {
  blob: Blob;
  isBlob: boolean;
  missing: number;
  parts: Buffer[];
}

export class BlobReader {
  private readonly requests: Request[] = [];
  private child: ChildProcessWithoutNullStreams | undefined;
  private rest: Buffer = Buffer.alloc(0);
  private arriving: Arriving | undefined;
  private closed = false;

  constructor(private readonly commonDir: string) {}

  read(oid: string): Promise<Blob | null> {
    return this.ask(oid);
  }

  /** The blob of `path` in a commit; null where there is none. */
  async find(commit: string, path: string): Promise<Blob | null> {
    if (!path.includes("\n")) return this.ask(`${commit}:${path}`);
    const listed = await git(this.commonDir, ["ls-tree", "-z", "--full-tree", commit, "--", path]);
    const oid = /^\d+ blob ([0-9a-f]+)\t/.exec(split(listed.stdout)[0] ?? "")?.[1];
    return oid === undefined ? null : this.ask(oid);
  }

  close(): void {
    this.closed = true;
    this.child?.kill();
    for (const request of this.requests.splice(0)) request.answer(null);
  }

  private ask(name: string): Promise<Blob | null> {
    if (this.closed) return Promise.resolve(null);
    return new Promise((answer) => {
      this.requests.push({ name, answer });
      if (this.child) this.child.stdin.write(`${name}\n`);
      else this.start();
    });
  }

  private start(): void {
    const child = this.startChild();
    if (!child) return;
    this.child = child;
    this.rest = Buffer.alloc(0);
    this.arriving = undefined;
    child.stdout.on("data", (chunk: Buffer) => this.receive(chunk));
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.on("error", () => this.ended(child));
    child.on("close", () => this.ended(child));
    for (const { name } of this.requests) child.stdin.write(`${name}\n`);
  }

  /** Without a process nothing can be read: every waiting request is answered so. */
  private startChild(): ChildProcessWithoutNullStreams | null {
    try {
      return startGit([`--git-dir=${this.commonDir}`, "cat-file", "--batch"]);
    } catch {
      for (const request of this.requests.splice(0)) request.answer(null);
      return null;
    }
  }

  /** The request that ended the process (a blob that a partial clone lacks) has no answer; the others are asked anew. */
  private ended(child: ChildProcessWithoutNullStreams): void {
    if (this.child !== child) return;
    this.child = undefined;
    this.requests.shift()?.answer(null);
    if (this.requests.length > 0 && !this.closed) this.start();
  }

  private receive(chunk: Buffer): void {
    let data = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    for (;;) {
      if (this.arriving) {
        data = this.collect(this.arriving, data);
        if (this.arriving) break;
      }
      const end = data.indexOf(10);
      if (end < 0) break;
      this.header(data.subarray(0, end).toString("utf8"));
      data = data.subarray(end + 1);
    }
    this.rest = data.length > 0 ? Buffer.from(data) : data;
  }

  private header(line: string): void {
    const [, oid, type, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? [];
    if (oid === undefined) {
      this.requests.shift()?.answer(null);
      return;
    }
    const blob = { oid, size: Number(size), bytes: null };
    this.arriving = { blob, isBlob: type === "blob", missing: Number(size) + 1, parts: [] };
  }

  /** Takes what belongs to the arriving blob and returns the rest. */
  private collect(arriving: Arriving, data: Buffer): Buffer {
    const part = data.subarray(0, arriving.missing);
    const wanted = arriving.isBlob && arriving.blob.size <= largestText;
    if (wanted) arriving.parts.push(Buffer.from(part));
    arriving.missing -= part.length;
    if (arriving.missing === 0) {
      this.arriving = undefined;
      const bytes = wanted ? Buffer.concat(arriving.parts).subarray(0, -1) : null;
      this.requests.shift()?.answer(arriving.isBlob ? { ...arriving.blob, bytes } : null);
    }
    return data.subarray(part.length);
  }
}
