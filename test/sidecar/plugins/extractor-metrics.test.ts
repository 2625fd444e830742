import { expect, test } from 'vitest';
import { createCallTally } from '../../../src/extractor/ai/token-usage.js';
import type { AiCall } from '../../../src/extractor/types.js';
import { stubEngine, testApp } from '../support.js';

const call: AiCall = {
  model: 'gpt-4o-mini',
  outcome: 'answered',
  status: null,
  promptTokens: 1_200,
  completionTokens: 80,
  ms: 900,
};

test('metrics say how often the AI model was asked, how that ended, and the tokens it took', async () => {
  const tally = createCallTally('gpt-4o-mini');
  const app = testApp(stubEngine(), { aiFigures: tally.figures });
  const figures = async () => {
    const { body } = await app.inject({ method: 'GET', url: '/metrics' });
    return body.split('\n').filter((line) => line.startsWith('deresegn_extractor_'));
  };

  expect(await figures()).toEqual([
    'deresegn_extractor_tokens_total{kind="prompt",model="gpt-4o-mini"} 0',
    'deresegn_extractor_tokens_total{kind="completion",model="gpt-4o-mini"} 0',
  ]);
  tally.add(call);
  tally.add({ ...call, outcome: 'bad_answer' });
  tally.add({ ...call, outcome: 'timeout', promptTokens: 0, completionTokens: 0 });
  tally.add(call);
  const expected = [
    'deresegn_extractor_calls_total{outcome="answered"} 2',
    'deresegn_extractor_calls_total{outcome="bad_answer"} 1',
    'deresegn_extractor_calls_total{outcome="timeout"} 1',
    'deresegn_extractor_tokens_total{kind="prompt",model="gpt-4o-mini"} 3600',
    'deresegn_extractor_tokens_total{kind="completion",model="gpt-4o-mini"} 240',
  ];
  expect(await figures()).toEqual(expected);
  // They are read again, not added up.
  expect(await figures()).toEqual(expected);
  await app.close();
});

test('metrics say what the tokens have cost where the operator has told their prices', async () => {
  const tally = createCallTally('gpt-4o-mini', { prompt: 0.5, completion: 2 });
  tally.add({ ...call, promptTokens: 3_000_000, completionTokens: 250_000 });
  const app = testApp(stubEngine(), { aiFigures: tally.figures });
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  expect(body.split('\n').filter((line) => line.startsWith('deresegn_extractor_cost'))).toEqual([
    'deresegn_extractor_cost_total{kind="prompt",model="gpt-4o-mini"} 1.5',
    'deresegn_extractor_cost_total{kind="completion",model="gpt-4o-mini"} 0.5',
  ]);
  await app.close();
});
