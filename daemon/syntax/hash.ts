// Fingerprints of normalised syntax: a 64-bit non-cryptographic hash, fed piece by piece.
// Knows nothing of any language.

export class Fingerprint {
  private high = 0x9e3779b9;
  private low = 0x85ebca6b;

  number(value: number): this {
    this.high = Math.imul(this.high ^ value, 0x9e3779b1);
    this.high ^= this.high >>> 15;
    this.low = Math.imul(this.low ^ value, 0x5f356495);
    this.low ^= this.low >>> 13;
    return this;
  }

  text(value: string): this {
    this.number(value.length);
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
    return this;
  }

  /** 16 hexadecimal digits. */
  digest(): string {
    return (this.high >>> 0).toString(16).padStart(8, "0") + (this.low >>> 0).toString(16).padStart(8, "0");
  }
}
