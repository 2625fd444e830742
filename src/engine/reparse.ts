/** Reads the kept answers of view-limited links again, by a parser that may know more than it did; no bank is asked. */
import type { Realm } from '../egress/types.js';
import type { DocumentReader } from '../extractor/types.js';
import type { Judgement, Provider, Target } from '../providers/types.js';
import type { Cache } from './cache.js';
import { Failure } from './errors.js';
import { concluded, judged, notAgain } from './lookup.js';
import type { Reparsed } from './types.js';
import { interrupted, type RawAnswer, type Views } from './views.js';

export interface ReparseDeps {
  providers: readonly Provider[];
  documents: DocumentReader;
  cache: Cache;
  views: Views;
}

/** What is settled now is kept as a receipt, and answers from then on. */
export async function reparse(deps: ReparseDeps): Promise<Reparsed> {
  const done: Reparsed = { read: 0, settled: 0, unreadable: 0 };
  for await (const raw of deps.views.all()) {
    const read = await reread(deps, raw, deps.cache.replace);
    if (read === null) continue;
    done.read += 1;
    if (read.kind === 'settled') done.settled += 1;
    if (read.kind === 'unreadable') done.unreadable += 1;
  }
  return done;
}

/**
 * What became of a view that was spent by a process which then died: its answer may have been kept. A receipt in it is
 * in the cache from then on.
 * @returns why there is no receipt; null where it is there
 */
export type Recover = (realm: Realm, target: Target) => Promise<Failure | null>;

export function createRecover(deps: ReparseDeps): Recover {
  return async (realm, target) => {
    if (await deps.cache.read(realm, target)) return null;
    const raw = await deps.views.read(deps.cache.nameOf(realm, target));
    const read = raw && (await reread(deps, raw, deps.cache.keep));
    if (read?.kind === 'settled') return null;
    return read?.kind === 'unreadable' ? read.failure : asInterrupted();
  };
}

export function asInterrupted(): Failure {
  return new Failure(interrupted.failure, interrupted.details);
}

type Reading = { kind: 'settled' } | { kind: Exclude<Judgement['kind'], 'settled'>; failure: Failure };

/** @returns what the answer means now; null when its bank is not known any more */
async function reread(
  deps: ReparseDeps,
  raw: RawAnswer,
  store: Cache['keep'] | Cache['replace'],
): Promise<Reading | null> {
  const { target, realm } = raw;
  const provider = deps.providers.find(({ key }) => key === target.provider);
  if (!provider) return null;
  const made = await judged(deps, provider, raw);
  const { kind } = made.judgement;
  try {
    await store(realm, target, concluded(made, target));
    return { kind: 'settled' };
  } catch (error) {
    if (kind === 'settled' || !(error instanceof Failure)) throw error;
    return { kind, failure: notAgain(error) as Failure };
  }
}
