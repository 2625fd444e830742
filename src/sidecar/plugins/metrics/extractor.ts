/** Metrics of AI model calls, tokens, and their cost at the configured prices. */
import { Counter, type Registry } from 'prom-client';
import type { AiFigures } from '../../../extractor/types.js';

/** Prices are per this many tokens. */
const tokensOfPrice = 1_000_000;

/** @param figures of API and bots of this process; read with each scrape */
export function measureExtractor(registry: Registry, figures: AiFigures): void {
  new Counter({
    name: 'deresegn_extractor_calls_total',
    help: 'Calls of the AI model by outcome: answered, abandoned by the caller, or how it failed.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of figures.calls) this.inc({ outcome }, count);
    },
  });
  new Counter({
    name: 'deresegn_extractor_tokens_total',
    help: 'Tokens as the endpoint of the AI model counts them: prompt (pictures included) or completion.',
    labelNames: ['kind', 'model'],
    registers: [registry],
    collect() {
      const { model, promptTokens, completionTokens } = figures;
      this.reset();
      this.inc({ kind: 'prompt', model }, promptTokens);
      this.inc({ kind: 'completion', model }, completionTokens);
    },
  });
  new Counter({
    name: 'deresegn_extractor_cost_total',
    help: 'Cost of the tokens, in the currency of OPENAI_PRICES; absent without them.',
    labelNames: ['kind', 'model'],
    registers: [registry],
    collect() {
      const { model, prices, promptTokens, completionTokens } = figures;
      this.reset();
      if (!prices) return;
      this.inc({ kind: 'prompt', model }, (promptTokens * prices.prompt) / tokensOfPrice);
      this.inc({ kind: 'completion', model }, (completionTokens * prices.completion) / tokensOfPrice);
    },
  });
}
