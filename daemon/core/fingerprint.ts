// A short name for a long text: equal for equal texts, and never met twice by chance.
// No cryptography.

export function fingerprintOf(text: string): string {
  let high = 0x9e3779b9;
  let low = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    high ^= high >>> 15;
    low = Math.imul(low ^ code, 0x5f356495);
    low ^= low >>> 13;
  }
  return (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0");
}
