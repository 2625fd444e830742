/**
 * Fuzzes every endpoint of the OpenAPI description with valid and invalid requests, and what the description does not have.
 * A full run has three parts, because together they take an hour or two.
 */
import { type FuzzEnvironment, inEnvironment } from '../environment.js';
import type { Options } from '../options.js';
import { inTurns, show } from '../report.js';
import { type AnyTarget, type Outcome, target } from '../target.js';
import { forgiven, watch } from '../watchdog.js';
import { browserForms } from './browser.js';
import { readCorpus } from './corpus.js';
import { type Operation, readDescription } from './description.js';
import { hooks } from './hooks.js';
import { modelAnswers } from './model.js';
import { rawBytes } from './raw.js';
import { type FuzzRequest, requestsTo, showRequest, undocumentedRequests } from './request.js';
import { createRequestSender } from './request-sender.js';

/** Of all parts a million in a full run. Endpoints without input need few cases. */
const runs = { full: 30_000, short: 27 };
const runsOfPlain = { full: 8_000, short: 10 };
/** Pictures are drawn or read for each. */
const runsOfPictures = { full: 6_000, short: 20 };
const streams = 6;
/** Targets that run at the same time: mostly they wait for the service. */
const abreast = { full: 30, short: 10 };

export type Part = 'reads' | 'writes' | 'undocumented';

export async function rest(part: Part, options: Options): Promise<Outcome[]> {
  return inEnvironment('webhook', async (environment) => {
    const targets = await targetsIn(part, environment);
    const pulse = watch(environment, `the service under ${part}`, forgiven);
    const outcomes = await inTurns(targets, options, abreast[options.short ? 'short' : 'full'], (one) =>
      one.examine(options),
    );
    const watched = await pulse.end();
    show(watched);
    return [...outcomes, watched];
  });
}

async function targetsIn(part: Part, environment: FuzzEnvironment): Promise<AnyTarget[]> {
  const description = await readDescription(environment.url);
  const corpus = await readCorpus(environment);
  const described = description.operations.filter(
    ({ method }) => part === (method === 'GET' ? 'reads' : 'writes'),
  );
  const targets = described.map((operation) => {
    const { ask, seen } = createRequestSender(environment, description);
    return target<FuzzRequest>({
      name: `${operation.method} ${operation.path}`,
      inputs: requestsTo(operation, corpus),
      fault: (request) => ask(request, operation),
      show: showRequest,
      runs: runsOf(operation),
      streams,
      seen,
    });
  });
  if (part !== 'undocumented') return targets;
  const { ask, seen } = createRequestSender(environment, description);
  const undocumented = target<FuzzRequest>({
    name: 'other methods and addresses',
    inputs: undocumentedRequests(description.operations, corpus),
    fault: (request) => ask(request, null),
    show: showRequest,
    runs,
    streams,
    seen,
  });
  return [
    undocumented,
    rawBytes(environment),
    ...hooks(environment),
    await browserForms(environment, description),
    modelAnswers(environment, corpus, description),
  ];
}

function runsOf({ path, parameters, bodies }: Operation): { full: number; short: number } {
  if (/image|screenshots|events/.test(path)) return runsOfPictures;
  return parameters.length + Object.keys(bodies).length > 0 ? runs : runsOfPlain;
}
