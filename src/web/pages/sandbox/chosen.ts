/** What both halves of the page need to know of the chosen example. */
import type { Verdict } from '../../../engine/api/errors.js';
import type { Tone } from '../../components/status-icon.js';
import type { Words } from '../../i18n/index.js';
import type { Visitor } from '../../types.js';
import type { Row } from './matrix.js';
import type { Recorded } from './recorded.js';

export interface ExampleProps {
  context: Visitor;
  baseUrl: string;
  rows: readonly Row[];
  /** The chosen one. */
  row: Row;
  ending: string;
  recorded: Readonly<Record<string, Recorded>>;
  /** True where pictures are drawn and the demo asks simulated banks. */
  isSimulated: boolean;
  bankName(key: string): string;
}

/** In the order of the legend. */
export const tones = { verified: 'good', not_verified: 'bad', could_not_check: 'unsure' } as const;

/** Null where no answer is recorded. */
export function recordedVerdict(recorded: Recorded | undefined): Verdict | null {
  return recorded === undefined ? null : (recorded.body as { verdict: Verdict }).verdict;
}

export function verdictTone(verdict: Verdict | null): Tone {
  return verdict === null ? 'unknown' : tones[verdict];
}

/** @param row several of one bank have names of their own */
export function rowName({ key, provider }: Row, words: Words, bankName: (key: string) => string): string {
  const name = bankName(provider);
  return key === provider ? name : words.sandbox.otherKind(name);
}
