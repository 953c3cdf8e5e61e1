// A map of the last few hundred entries used. Two of them that see the same keys hold the same keys.

const kept = 256;

export class Recent<T> {
  private readonly entries = new Map<string, T>();

  get(key: string): T | undefined {
    return this.entries.get(key);
  }

  set(key: string, value: T): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > kept) this.entries.delete(this.entries.keys().next().value!);
  }
}
