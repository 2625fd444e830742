/** Reads the kept answers of view-limited links again, by a parser that may know more than it did; no bank is asked. */
import type { DocumentReader } from '../extractor/types.js';
import type { Provider } from '../providers/types.js';
import type { Cache } from './cache.js';
import { readAnswer, settledOf } from './lookup.js';
import type { Reparsed } from './types.js';
import type { RawAnswer, Views } from './views.js';

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
    const kind = await reread(deps, raw);
    if (kind === null) continue;
    done.read += 1;
    if (kind === 'settled') done.settled += 1;
    if (kind === 'unreadable') done.unreadable += 1;
  }
  return done;
}

/** @returns what the answer means now; null when its bank is not known any more */
async function reread({ providers, documents, cache }: ReparseDeps, raw: RawAnswer) {
  const { target, realm, response, fetchedAt } = raw;
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) return null;
  const judgement = provider.judge(await readAnswer(documents, provider, response), target);
  if (judgement.kind === 'settled')
    await cache.replace(realm, target, settledOf(judgement, response, fetchedAt));
  return judgement.kind;
}
