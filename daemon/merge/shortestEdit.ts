// Marks the differing lines of a region by a shortest edit (Myers' search from both ends).
// For regions without a rare common line; knows nothing of what the marks are for.
import type { Change, Marks } from "./marks.ts";

/** Steps after which a region counts as different in whole: bounded, whatever the texts are. */
const mostSteps = 4_000_000;

export function markByShortestEdit(old: Marks, now: Marks, region: Change): void {
  const search = new Search(old.lines, now.lines);
  const open = [region];
  for (let next = open.pop(); next; next = open.pop()) {
    const { oldStart, oldEnd, newStart, newEnd } = trimmed(old.lines, now.lines, next);
    const meeting =
      oldStart === oldEnd || newStart === newEnd ? null : search.meet({ oldStart, oldEnd, newStart, newEnd });
    if (meeting === null) {
      old.changed.fill(1, oldStart, oldEnd);
      now.changed.fill(1, newStart, newEnd);
    } else {
      const [at, there] = meeting;
      open.push({ oldStart, oldEnd: at, newStart, newEnd: there }, { oldStart: at, oldEnd, newStart: there, newEnd });
    }
  }
}

function trimmed(old: Int32Array, now: Int32Array, region: Change): Change {
  let { oldStart, oldEnd, newStart, newEnd } = region;
  while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === now[newStart]) {
    oldStart += 1;
    newStart += 1;
  }
  while (oldStart < oldEnd && newStart < newEnd && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  return { oldStart, oldEnd, newStart, newEnd };
}

class Search {
  private readonly forward: Int32Array;
  private readonly backward: Int32Array;
  private readonly zero: number;
  private steps = 0;

  constructor(
    private readonly old: Int32Array,
    private readonly now: Int32Array,
  ) {
    this.zero = now.length + 1;
    this.forward = new Int32Array(old.length + now.length + 3);
    this.backward = new Int32Array(old.length + now.length + 3);
  }

  /** Where the searches from both ends meet, on a diagonal (old minus new position); null where they took too long. */
  meet({ oldStart, oldEnd, newStart, newEnd }: Change): [number, number] | null {
    const { forward, backward, zero } = this;
    const [lowest, highest] = [oldStart - newEnd, oldEnd - newStart];
    const [up, down] = [oldStart - newStart, oldEnd - newEnd];
    const isOdd = ((up - down) & 1) !== 0;
    let [fromUp, toUp, fromDown, toDown] = [up, up, down, down];
    forward[zero + up] = oldStart;
    backward[zero + down] = oldEnd;
    for (;;) {
      if (fromUp > lowest) forward[zero + --fromUp - 1] = -1;
      else fromUp += 1;
      if (toUp < highest) forward[zero + ++toUp + 1] = -1;
      else toUp -= 1;
      for (let d = toUp; d >= fromUp; d -= 2) {
        const [less, more] = [forward[zero + d - 1]!, forward[zero + d + 1]!];
        const at = this.slide(less >= more ? less + 1 : more, d, oldEnd, newEnd);
        forward[zero + d] = at;
        if (isOdd && fromDown <= d && d <= toDown && backward[zero + d]! <= at) return [at, at - d];
      }
      if (fromDown > lowest) backward[zero + --fromDown - 1] = oldEnd + 1;
      else fromDown += 1;
      if (toDown < highest) backward[zero + ++toDown + 1] = oldEnd + 1;
      else toDown -= 1;
      for (let d = toDown; d >= fromDown; d -= 2) {
        const [less, more] = [backward[zero + d - 1]!, backward[zero + d + 1]!];
        const at = this.slideBack(less < more ? less : more - 1, d, oldStart, newStart);
        backward[zero + d] = at;
        if (!isOdd && fromUp <= d && d <= toUp && at <= forward[zero + d]!) return [at, at - d];
      }
      this.steps += toUp - fromUp + toDown - fromDown;
      if (this.steps > mostSteps) return null;
    }
  }

  private slide(from: number, diagonal: number, oldEnd: number, newEnd: number): number {
    let at = from;
    while (at < oldEnd && at - diagonal < newEnd && this.old[at] === this.now[at - diagonal]) at += 1;
    return at;
  }

  private slideBack(from: number, diagonal: number, oldStart: number, newStart: number): number {
    let at = from;
    while (at > oldStart && at - diagonal > newStart && this.old[at - 1] === this.now[at - diagonal - 1]) at -= 1;
    return at;
  }
}
