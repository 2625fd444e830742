/** `resolve` with a memory, for a process that is sent the same references again and again. */
import { LRUCache } from 'lru-cache';
import { localDayNumber } from './parsing/dates.js';
import { longestReference, type Resolved, type ResolveInput, resolve } from './resolve.js';
import type { Provider } from './types.js';

/** A target takes about half a kilobyte. */
const rememberedMax = 10_000;

/**
 * Remembers the target of a reference that was sent alone, because trying the forms of all banks is a tenth of what a cached answer
 * costs. Which dates are possible changes with the year, so a day's targets are forgotten at its end.
 * @returns a function that resolves as `resolve` does. Its `now` is in ms
 */
export function createResolver(
  providers: readonly Provider[],
): (request: ResolveInput, now: number) => Resolved {
  const targets = new LRUCache<string, Resolved>({ max: rememberedMax });
  let day = 0;
  return (request, now) => {
    const { reference, url, text, provider, account, phone } = request;
    const others = url ?? text ?? provider ?? account ?? phone;
    if (reference === undefined || others !== undefined) return resolve(providers, request, new Date(now));
    const today = localDayNumber(now);
    if (today !== day) targets.clear();
    day = today;
    const known = targets.get(reference);
    if (known) return known;
    const resolved = resolve(providers, request, new Date(now));
    // Blanks around a reference can make it as long as the body.
    const isShort = reference.length <= longestReference;
    if (isShort && resolved.kind === 'target') targets.set(reference, resolved);
    return resolved;
  };
}
