/** Keeps count of what the AI model is asked, for whoever measures this process. */
import type { AiCall, AiFigures } from '../types.js';

export interface CallTally {
  add(call: AiCall): void;
  readonly figures: AiFigures;
}

/** @param prices of a million tokens, where the operator has told them */
export function createCallTally(model: string, prices?: AiFigures['prices']): CallTally {
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
