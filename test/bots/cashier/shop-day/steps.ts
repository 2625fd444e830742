/** What may happen in a shop's day, as plain values: a day that shows a fault can be made smaller, and said in a few lines. */
import fc from 'fast-check';
import { type BankName, type BankState, bankNames } from './town.js';

/** `unclear`: a number that nobody can read. */
export type Said = 'fits' | 'short' | 'unclear';
type Form = 'reference' | 'link' | 'sms' | 'forwarded' | 'photo' | 'pair' | 'album' | 'album of two';

/** `nth` is one of the receipts sent so far, `who` one of the places of `people.ts`, `receipt` one of the pool. */
export type Step =
  | { do: 'send'; who: number; form: Form; receipt: number; said: Said | null }
  | { do: 'send again'; nth: number }
  | { do: 'say'; nth: number; to: 'message' | 'answer'; said: Said }
  | { do: 'say instead'; nth: number; said: Said }
  | { do: 'edit'; nth: number; how: 'words' | 'another receipt' | Said }
  | { do: 'touch'; nth: number }
  | { do: 'late picture'; nth: number; receipt: number; said: Said | null }
  | { do: 'approve'; nth: number }
  | { do: 'undo'; nth: number }
  | { do: 'ask the owner'; nth: number }
  | { do: 'owner answers'; nth: number; approves: boolean }
  | { do: 'pay in two'; who: number; receipt: number; other: number; inReply: boolean }
  | { do: 'always ask'; shop: number; is: boolean }
  | { do: 'delete the answer'; nth: number }
  | { do: 'close and open the chat'; who: number }
  | { do: 'bank'; bank: BankName; is: BankState }
  | { do: 'the group moves' }
  | { do: 'restart'; how: 'stop' | 'crash' }
  | { do: 'wait'; ms: number }
  | { do: 'settle' };

const nth = fc.nat(9);
const who = fc.nat(4);
/** Mostly the same few: what is interesting happens where a receipt comes again. */
const receipt = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 9, 9);
const said = fc.constantFrom<Said>('fits', 'short', 'short', 'unclear');
const maybe = fc.constantFrom<Said | null>(null, null, 'fits', 'short', 'unclear');
const form = fc.constantFrom<Form>(
  ...([
    'reference',
    'reference',
    'link',
    'sms',
    'forwarded',
    'photo',
    'pair',
    'album',
    'album of two',
  ] as const),
);

const send = fc.record({ do: fc.constant('send' as const), who, form, receipt, said: maybe });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: send },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send again' as const), nth }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      nth,
      to: fc.constantFrom('message' as const, 'answer' as const),
      said,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('say instead' as const), nth, said }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      nth,
      how: fc.oneof(said, fc.constantFrom('words' as const, 'another receipt' as const)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('touch' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('late picture' as const), nth, receipt, said: maybe }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approve' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask the owner' as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('owner answers' as const), nth, approves: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay in two' as const),
      ...{ who, receipt, other: receipt, inReply: fc.boolean() },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('always ask' as const), shop: fc.nat(1), is: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete the answer' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close and open the chat' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bank' as const),
      bank: fc.constantFrom(...bankNames),
      is: fc.constantFrom<BankState>('up', 'slow', 'dead', 'hangs'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('the group moves' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('restart' as const),
      how: fc.constantFrom('stop' as const, 'crash' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 3, 10, 30, 80) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
);

export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(send, fc.array(step, { maxLength: 30, size: 'max' }))
  .map(([first, others]) => [first, ...others]);

/** One step a line, in the order they happened. */
export function show(day: readonly Step[]): string {
  return day.map((one) => JSON.stringify(one)).join('\n');
}
