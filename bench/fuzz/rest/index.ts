/** Every endpoint of the description, asked in every way but the right one, and in that too. */
import { type FuzzHouse, inHouse } from '../house.js';
import type { Options } from '../options.js';
import { watch } from '../pulse.js';
import { inTurns, show } from '../report.js';
import { type AnyTarget, type Outcome, target } from '../target.js';
import { readCorpus } from './corpus.js';
import { readDescription } from './description.js';
import { type Asked, faultOf } from './judge.js';
import { rawBytes } from './raw.js';
import { type FuzzRequest, requestsBeside, requestsTo, showRequest } from './request.js';
import { send } from './send.js';

const runs = { full: 500, short: 40 };
/** Endpoints that are asked side by side. */
const abreast = 4;

export async function rest(options: Options): Promise<Outcome[]> {
  return inHouse(async (house) => {
    const targets = await targetsIn(house);
    const pulse = watch(house, 'the service under requests');
    const outcomes = await inTurns(targets, options, abreast, (one) => one.examine(options));
    const watched = await pulse.end();
    show(watched);
    return [...outcomes, watched];
  });
}

async function targetsIn(house: FuzzHouse): Promise<AnyTarget[]> {
  const description = await readDescription(house.url);
  const corpus = await readCorpus(house);
  const asker = () => {
    const statuses = new Map<number, number>();
    const ask = async (asked: Asked) => {
      try {
        const answer = await send(house, asked.request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        return faultOf(answer, asked, description);
      } catch (error) {
        return `no answer: ${String(error)}`;
      }
    };
    const seen = () =>
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, times]) => `${status}: ${times}`)
        .join(', ');
    return { ask, seen };
  };
  const described = description.operations.map((operation) => {
    const { ask, seen } = asker();
    return target<FuzzRequest>({
      name: `${operation.method} ${operation.path}`,
      inputs: requestsTo(operation, corpus),
      fault: (request) => ask({ request, operation }),
      show: showRequest,
      runs,
      seen,
    });
  });
  const { ask, seen } = asker();
  const beside = target<FuzzRequest>({
    name: 'other methods and addresses',
    inputs: requestsBeside(description.operations, corpus),
    fault: (request) => ask({ request, operation: null }),
    show: showRequest,
    runs,
    seen,
  });
  return [...described, beside, rawBytes(house)];
}
