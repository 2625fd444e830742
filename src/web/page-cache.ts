/**
 * Pages that are the same for everybody who reads one language: rendered and encoded once, for that costs milliseconds and needs
 * no key.
 */

/** More documents than languages and ordinary addresses make; a reader can choose the `Host` header freely. */
const documentsMax = 16;

export interface PageCache {
  /** The document rendered under this key within the last `ms`, else a new one. */
  get(key: string, render: () => string | Promise<string>): Promise<Buffer>;
}

/** @param ms how old a document may be, in milliseconds */
export function createPageCache(ms: number): PageCache {
  const documents = new Map<string, { bytes: Promise<Buffer>; until: number }>();
  return {
    async get(key, render) {
      const now = performance.now();
      const kept = documents.get(key);
      if (kept && kept.until > now) return await kept.bytes;
      const bytes = Promise.resolve()
        .then(render)
        .then((text) => Buffer.from(text));
      documents.delete(key);
      documents.set(key, { bytes, until: now + ms });
      const [oldest] = documents.keys();
      if (documents.size > documentsMax && oldest !== undefined) documents.delete(oldest);
      return await bytes;
    },
  };
}
