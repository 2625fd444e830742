/** The chosen example, as both halves of the page need it. */
import type { Verdict } from '../../../engine/api/errors.js';
import type { Tone } from '../../components/status-icon.js';
import { verdictTones } from '../../components/tones.js';
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

/** Null where no answer is recorded. */
export function recordedVerdict(recorded: Recorded | undefined): Verdict | null {
  return recorded === undefined ? null : (recorded.body as { verdict: Verdict }).verdict;
}

export function verdictTone(verdict: Verdict | null): Tone {
  return verdict === null ? 'unknown' : verdictTones[verdict];
}

/** Rows of the same bank have different names. */
export function rowName({ key, provider }: Row, words: Words, bankName: (key: string) => string): string {
  const name = bankName(provider);
  return key === provider ? name : words.sandbox.otherKind(name);
}
