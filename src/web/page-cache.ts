/** Caches pages that many visitors share, because rendering and compressing take milliseconds and need no key. */

/** Bounded, because a client can choose the `Host` header freely; normal use needs fewer. */
const documentsMax = 16;

interface PageCache<Document> {
  /** The document cached under this key within the last `ms`, else a new one. */
  get(key: string, make: () => Document | Promise<Document>): Promise<Document>;
}

/** @param ms maximum age of a document */
export function createPageCache<Document>(ms: number): PageCache<Document> {
  const documents = new Map<string, { made: Promise<Document>; until: number }>();
  return {
    async get(key, make) {
      const now = performance.now();
      const cached = documents.get(key);
      if (cached && cached.until > now) return await cached.made;
      const made = Promise.resolve().then(make);
      documents.delete(key);
      const document = { made, until: now + ms };
      documents.set(key, document);
      made.catch(() => documents.get(key) === document && documents.delete(key));
      const [oldest] = documents.keys();
      if (documents.size > documentsMax && oldest !== undefined) documents.delete(oldest);
      return await made;
    },
  };
}
