/** Counts AI model calls and tokens for the metrics. */
import type { AiCall, AiFigures } from '../types.js';

interface TokenUsage {
  add(call: AiCall): void;
  readonly figures: AiFigures;
}

/** @param prices per million tokens, if configured */
export function createCallTally(model: string, prices?: AiFigures['prices']): TokenUsage {
  const calls = new Map<AiCall['outcome'], number>();
  const figures = { model, calls, promptTokens: 0, completionTokens: 0, prices };
  return {
    figures,
    add({ outcome, promptTokens, completionTokens }) {
      calls.set(outcome, (calls.get(outcome) ?? 0) + 1);
      figures.promptTokens += promptTokens;
      figures.completionTokens += completionTokens;
    },
  };
}
