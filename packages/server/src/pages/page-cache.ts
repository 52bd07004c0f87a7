// Keeps the encoded bodies of pages that are the same for every user. Bounded by bytes; the one used longest ago goes first.

/** A page that may be kept. `key` names all that it depends on, and nothing that a request can choose freely. */
export type CacheablePage = { cache: PageCache; key: string; render(): string };

/** Enough for every such page in each language and encoding. */
const defaultMaxBytes = 8 * 2 ** 20;

export function createPageCache(maxBytes = defaultMaxBytes) {
  const kept = new Map<string, Buffer>();
  let bytes = 0;

  function remove(key: string, body: Buffer) {
    kept.delete(key);
    bytes -= body.length;
  }

  return {
    /** Returns the body kept under the key, or makes and keeps it. */
    get(key: string, make: () => Buffer): Buffer {
      const known = kept.get(key);
      const body = known ?? make();
      if (known) remove(key, known);
      // a Map goes through its entries in the order in which they were set
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
