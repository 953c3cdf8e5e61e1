// Sets by key, without empty ones.

export function enter<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  sets.set(key, (sets.get(key) ?? new Set<V>()).add(value));
}

export function leave<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set?.delete(value) && set.size === 0) sets.delete(key);
}
