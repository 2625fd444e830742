/** Keeps count of what the AI model is asked, for whoever measures this process. */
import type { AiCall, AiFigures } from './types.js';

export interface CallTally {
  add(call: AiCall): void;
  readonly figures: AiFigures;
}

export function createCallTally(model: string): CallTally {
  const calls = new Map<AiCall['outcome'], number>();
  const figures = { model, calls, promptTokens: 0, completionTokens: 0 };
  return {
    figures,
    add({ outcome, promptTokens, completionTokens }) {
      calls.set(outcome, (calls.get(outcome) ?? 0) + 1);
      figures.promptTokens += promptTokens;
      figures.completionTokens += completionTokens;
    },
  };
}
