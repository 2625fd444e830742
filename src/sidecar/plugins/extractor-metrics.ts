/** What the AI model is asked, and what it takes. No prices: they are the endpoint's own, and change. */
import { Counter, type Registry } from 'prom-client';
import type { AiFigures } from '../../extractor/types.js';

/** @param figures of all doors of this process; they are read when the metrics are. */
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
}
