/** Metrics of AI model calls, tokens, and their cost at the configured prices. */
import type { Registry } from 'prom-client';
import type { AiFigures } from '../../../extractor/types.js';
import { counter } from './in-memory.js';

/** Prices are per this many tokens. */
const tokensOfPrice = 1_000_000;

/** @param figures of API and bots of this process; read with each scrape */
export function measureExtractor(registry: Registry, figures: AiFigures): void {
  counter(registry, {
    name: 'deresegn_extractor_calls_total',
    help: 'Calls to the AI model by outcome: answered, abandoned by the caller, or how it failed.',
    labelNames: ['outcome'],
    values: () => figures.calls,
  });
  counter(registry, {
    name: 'deresegn_extractor_tokens_total',
    help: 'Tokens as the endpoint of the AI model counts them: prompt (pictures included) or completion.',
    labelNames: ['kind', 'model'],
    values: () => [
      [['prompt', figures.model], figures.promptTokens],
      [['completion', figures.model], figures.completionTokens],
    ],
  });
  counter(registry, {
    name: 'deresegn_extractor_cost_total',
    help: 'Cost of the tokens, in the currency of OPENAI_PRICES; absent without them.',
    labelNames: ['kind', 'model'],
    values() {
      const { model, prices, promptTokens, completionTokens } = figures;
      if (!prices) return [];
      return [
        [['prompt', model], (promptTokens * prices.prompt) / tokensOfPrice],
        [['completion', model], (completionTokens * prices.completion) / tokensOfPrice],
      ];
    },
  });
}
