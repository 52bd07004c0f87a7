// Caches the encoded bodies of pages that are the same for every user. Limited by bytes; removes the least recently
// used body first.

/**
 * A page that may be cached. `key` names everything that the page depends on, and no value that a request can choose
 * freely.
 */
export type CacheablePage = { cache: PageCache; key: string; render(): string };

/** Enough for all such pages in each language and encoding. */
const defaultMaxBytes = 8 * 2 ** 20;

export function createPageCache(maxBytes = defaultMaxBytes) {
  const kept = new Map<string, Buffer>();
  let bytes = 0;

  function remove(key: string, body: Buffer) {
    kept.delete(key);
    bytes -= body.length;
  }

  return {
    /** Returns the body with this key. Creates and caches it if it is missing. */
    get(key: string, make: () => Buffer): Buffer {
      const known = kept.get(key);
      const body = known ?? make();
      if (known) remove(key, known);
      // a Map keeps insertion order, so the least recently used key comes first
      kept.set(key, body);
      bytes += body.length;
      for (const [oldest, its] of kept) {
        if (bytes <= maxBytes) break;
        remove(oldest, its);
      }
      return body;
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
