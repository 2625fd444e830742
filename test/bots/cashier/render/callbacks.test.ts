import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Action, decodeAction, encodeAction } from '../../../../bots/cashier/render/index.js';

const job = '0b0a1f6e-5c1d-4a3e-9b7a-1d2c3b4a5f60';
const every: Action[] = [
  { do: 'language', locale: 'om' },
  { do: 'openShop' },
  { do: 'haveInvitation' },
  { do: 'retry', job },
  { do: 'acceptAnyway', row: 'A'.repeat(22) },
  { do: 'chooseBank', job, provider: 'telebirr' },
  { do: 'chooseAccount', job, account: 'a-_'.repeat(7) },
  { do: 'typeDigits', job },
  { do: 'chooseShop', shop: job },
  { do: 'removeMember', member: 'm1' },
  { do: 'confirmRemoval', member: 'm1' },
  { do: 'renameMember', member: 'm1' },
  { do: 'invite', role: 'cashier' },
  { do: 'addAccount' },
  { do: 'addAccountAt', provider: 'cbe' },
  { do: 'removeAccount', account: 'a1' },
  { do: 'changeSetting', setting: 'maxAgeHours' },
  { do: 'confirmDeletion' },
  { do: 'cancel' },
  { do: 'askOwner', job },
  { do: 'approve', question: 'q1' },
  { do: 'refuse', question: 'q1' },
  { do: 'undo', job },
  { do: 'confirmUndo', job },
  { do: 'keepAcceptance', job },
  { do: 'undoRow', row: 'A'.repeat(22) },
  { do: 'typeAmount', job },
  { do: 'restElsewhere', job },
  { do: 'askAmounts', to: 'on' },
];

it('what a button carries comes back as it was, in 64 bytes', () => {
  for (const action of every) {
    expect(Buffer.byteLength(encodeAction(action))).toBeLessThanOrEqual(64);
    expect(decodeAction(encodeAction(action))).toEqual(action);
  }
  expect(new Set(every.map((action) => encodeAction(action).split(':')[0])).size).toBe(every.length);
});

it('a button that could not be read back is not written', () => {
  expect(() => encodeAction({ do: 'retry', job: 'a:b' })).toThrow(RangeError);
  expect(() => encodeAction({ do: 'retry', job: '' })).toThrow(RangeError);
  expect(() => encodeAction({ do: 'chooseAccount', job: 'j'.repeat(40), account: 'a'.repeat(40) })).toThrow(
    RangeError,
  );
});

it('made-up data is refused and never throws', () => {
  for (const data of [
    '',
    ':',
    'r',
    'r:',
    'r:a:b',
    'r:../x',
    'l:xx',
    'zz',
    'z:1',
    'constructor',
    '__proto__:a',
    `r:${'a'.repeat(100)}`,
  ]) {
    expect({ data, read: decodeAction(data) }).toEqual({ data, read: null });
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (data) => {
      const action = decodeAction(data);
      expect(action === null || encodeAction(action) === data).toBe(true);
    }),
  );
});
