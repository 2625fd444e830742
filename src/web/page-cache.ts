/** Caches pages that depend only on the language, because rendering and compressing take milliseconds and need no key. */
import { type SharedText, sharedText } from '../http/compression.js';

/** Bounded, because a client can choose the `Host` header freely; normal use needs fewer. */
const documentsMax = 16;

interface PageCache {
  /** The document cached under this key within the last `ms`, else a new one. */
  get(key: string, render: () => string | Promise<string>): Promise<SharedText>;
}

/** @param ms maximum age of a document */
export function createPageCache(ms: number): PageCache {
  const documents = new Map<string, { text: Promise<SharedText>; until: number }>();
  return {
    async get(key, render) {
      const now = performance.now();
      const cached = documents.get(key);
      if (cached && cached.until > now) return await cached.text;
      const text = Promise.resolve().then(render).then(sharedText);
      documents.delete(key);
      documents.set(key, { text, until: now + ms });
      const [oldest] = documents.keys();
      if (documents.size > documentsMax && oldest !== undefined) documents.delete(oldest);
      return await text;
    },
  };
}
