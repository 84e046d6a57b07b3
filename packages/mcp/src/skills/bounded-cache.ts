/** A cache limited in bytes that evicts the least recently used values first. */
export type BoundedCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
};

export function createBoundedCache<Value>(maxBytes: number): BoundedCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let room = maxBytes;
  const remove = (key: string): void => {
    room += kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // A map keeps insertion order: reinserting makes an entry the newest.
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set: (key, value, bytes) => {
      remove(key);
      if (bytes > maxBytes) return;
      kept.set(key, { value, bytes });
      room -= bytes;
      for (const oldest of kept.keys()) {
        if (room >= 0) return;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
