// Foreign names (branches, paths, developers) as they may stand in a sentence.
// Must not know conflicts.

const namesShown = 5;

/** Control characters, bidirectional overrides, halves of characters and line breaks out; bounded. */
export function clean(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "\ufffd");
  return plain.length > 200 ? `${plain.slice(0, 199).replace(/[\ud800-\udbff]$/, "")}…` : plain;
}

/** At most five names, then `and n more`. */
export function nameList(names: string[]): string {
  const shown = names.slice(0, namesShown).map(clean).join(", ");
  return names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown;
}
