/** Pages that are the same for everybody who reads one language: rendered once, for they cost milliseconds and need no key. */

/** More documents than languages and ordinary addresses make; a reader can choose the `Host` header freely. */
const documentsMax = 16;

export interface PageCache {
  /** The document rendered under this key within the last `ms`, else a new one. */
  get(key: string, render: () => string | Promise<string>): Promise<string>;
}

/** @param ms how old a document may be, in milliseconds */
export function createPageCache(ms: number): PageCache {
  const documents = new Map<string, { text: Promise<string>; until: number }>();
  return {
    async get(key, render) {
      const now = performance.now();
      const kept = documents.get(key);
      if (kept && kept.until > now) return await kept.text;
      const text = Promise.resolve().then(render);
      documents.delete(key);
      documents.set(key, { text, until: now + ms });
      const [oldest] = documents.keys();
      if (documents.size > documentsMax && oldest !== undefined) documents.delete(oldest);
      return await text;
    },
  };
}
