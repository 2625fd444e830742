import type { LinkTemplate } from '../config/parsers.js';
import { allBanks } from './banks/registry.js';
import type { Sample, SimulatedBank } from './banks/types.js';
import { outcomeNamed, outcomeNames } from './outcomes.js';

/** A receipt of a simulated bank to try: what a customer would hold, and what comes of it. */
export interface Example extends Sample {
  provider: string;
  source: string;
  /** `SETTLED`, or an ending of `outcomes.ts`. */
  outcome: string;
  /** `verified`, or the `error.reason` the service answers with. */
  answer: string;
}

/** No ending of the table: a settled receipt. The second for references without letters. */
const settledEndings = ['A1B2', '0001'];

/** Every outcome of every bank whose references can end in it; telebirr's settled receipt is the first. */
export function examples(siinqeeLinks: readonly LinkTemplate[] = []): Example[] {
  return allBanks(siinqeeLinks).flatMap((bank) =>
    outcomeNames.flatMap((outcome) => exampleOf(bank, outcome)),
  );
}

function exampleOf(bank: SimulatedBank, outcome: string): Example[] {
  const endings = outcome === 'SETTLED' ? settledEndings : [outcome];
  const sample = endings.map((ending) => bank.sample(ending)).find((one) => one !== null);
  const { provider, source } = bank;
  return sample ? [{ provider, source, outcome, answer: answerOf(bank, outcome), ...sample }] : [];
}

/**
 * Where no status is printed, a payment that is not settled cannot be told from one that is; a link of a few views is
 * not asked for a second time.
 */
function answerOf(bank: SimulatedBank, outcome: string): string {
  if (outcome === 'ONCE' && bank.views) return 'bank_unreachable';
  const { answer } = outcomeNamed(outcome);
  return answer === 'not_settled' && !bank.printsStatus ? 'verified' : answer;
}
