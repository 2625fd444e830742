/** Every endpoint of the description, asked in every way but the right one, and in that too. */
import { type FuzzHouse, inHouse } from '../house.js';
import type { Options } from '../options.js';
import { forgiven, watch } from '../pulse.js';
import { inTurns, show } from '../report.js';
import { type AnyTarget, type Outcome, target } from '../target.js';
import { createAsker } from './asker.js';
import { browserForms } from './browser.js';
import { readCorpus } from './corpus.js';
import { readDescription } from './description.js';
import { hooks } from './hooks.js';
import { modelAnswers } from './model.js';
import { rawBytes } from './raw.js';
import { type FuzzRequest, requestsBeside, requestsTo, showRequest } from './request.js';

const runs = { full: 500, short: 40 };
/** Endpoints that are asked side by side. */
const abreast = 4;

export async function rest(options: Options): Promise<Outcome[]> {
  return inHouse('webhook', async (house) => {
    const targets = await targetsIn(house);
    const pulse = watch(house, 'the service under requests', forgiven);
    const outcomes = await inTurns(targets, options, abreast, (one) => one.examine(options));
    const watched = await pulse.end();
    show(watched);
    return [...outcomes, watched];
  });
}

async function targetsIn(house: FuzzHouse): Promise<AnyTarget[]> {
  const description = await readDescription(house.url);
  const corpus = await readCorpus(house);
  const described = description.operations.map((operation) => {
    const { ask, seen } = createAsker(house, description);
    return target<FuzzRequest>({
      name: `${operation.method} ${operation.path}`,
      inputs: requestsTo(operation, corpus),
      fault: (request) => ask(request, operation),
      show: showRequest,
      runs,
      seen,
    });
  });
  const { ask, seen } = createAsker(house, description);
  const beside = target<FuzzRequest>({
    name: 'other methods and addresses',
    inputs: requestsBeside(description.operations, corpus),
    fault: (request) => ask(request, null),
    show: showRequest,
    runs,
    seen,
  });
  return [
    ...described,
    beside,
    rawBytes(house),
    ...hooks(house),
    await browserForms(house, description),
    modelAnswers(house, corpus, description),
  ];
}
