// The parts of a subject: which file it is in and how it is called there.
// Paths may hold `#` (a folder `c#`), names too (a private `#balance`): the extension between the two tells them apart.

const symbol = /^(?:sym:[a-z]+|zod|dep):(.*?\.[a-z]+)#(.*)$/s;

/** Path of `sym:ts:src/refund.ts#Refund.issue`; of `path:src/refund.ts` the path itself. */
export function pathOf(subject: string): string {
  return symbol.exec(subject)?.[1] ?? subject.slice(subject.indexOf(":") + 1);
}

/** `Refund.issue` of `sym:ts:src/refund.ts#Refund.issue`; the path of `path:src/refund.ts`. */
export function nameOf(subject: string): string {
  return symbol.exec(subject)?.[2] ?? subject.slice(subject.indexOf(":") + 1);
}
