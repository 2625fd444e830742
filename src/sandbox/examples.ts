import type { LinkTemplate } from '../config/parsers.js';
import { allBanks } from './banks/registry.js';
import type { Sample, SimulatedBank } from './banks/types.js';
import { outcomeNamed, outcomeNames } from './outcomes.js';

/** A receipt of a simulated bank to try, and the expected result. */
export interface Example extends Sample {
  provider: string;
  source: string;
  /** `SETTLED`, or an ending of `outcomes.ts`. */
  outcome: string;
  /** `verified`, or the `error.reason` the service answers with. */
  answer: string;
}

/** Endings that are not in the table give a settled receipt. The second is for references without letters. */
const settledEndings = ['A1B2', '0001'];

/** Every outcome of every bank whose references can end in it; telebirr's settled receipt is the first. */
export function examples(siinqeeLinks: readonly LinkTemplate[] = []): Example[] {
  return allBanks(siinqeeLinks).flatMap((bank) =>
    outcomeNames.flatMap((outcome) => exampleOf(bank, outcome)),
  );
}

function exampleOf(bank: SimulatedBank, outcome: string): Example[] {
  const endings = outcome === 'SETTLED' ? settledEndings : [outcome];
  const sample = endings.map((ending) => bank.sample(ending)).find((found) => found !== null);
  const { provider, source } = bank;
  return sample ? [{ provider, source, outcome, answer: answerOf(bank, outcome), ...sample }] : [];
}

/**
 * If no status is printed, a payment that is not settled cannot be distinguished from a settled one. A link with a limited
 * number of views is not requested a second time.
 */
function answerOf(bank: SimulatedBank, outcome: string): string {
  if (outcome === 'ONCE' && bank.views) return 'bank_unreachable';
  const { answer } = outcomeNamed(outcome);
  return answer === 'not_settled' && !bank.printsStatus ? 'verified' : answer;
}
