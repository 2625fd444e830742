import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Action,
  decodeAction,
  encodeAction,
  inShop,
  shopNamed,
} from '../../../../bots/cashier/render/index.js';

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
  { do: 'setAlerts', to: 'off' },
  { do: 'startShift' },
  { do: 'endShift', date: '2026-11-20', start: '1795412345678' },
  { do: 'report', period: 'month', date: '2026-11-01' },
  { do: 'exportPeriod', period: 'week', date: '2026-11-16' },
];

it('what a button carries comes back as it was, in 64 bytes', () => {
  for (const action of every) {
    expect(Buffer.byteLength(encodeAction(action))).toBeLessThanOrEqual(64);
    expect(decodeAction(encodeAction(action))).toEqual(action);
  }
  expect(new Set(every.map((action) => encodeAction(action).split(':')[0])).size).toBe(every.length);
});

it('a button that acts in the chosen shop says in which, and does the same', () => {
  const shop = `acc_${'A'.repeat(16)}`;
  for (const action of every) {
    const data = inShop(encodeAction(action), shop);
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
    expect(decodeAction(data)).toEqual(action);
    expect([shop, null]).toContain(shopNamed(data));
    expect(inShop(data, shop)).toBe(data);
  }
  expect(shopNamed(inShop(encodeAction({ do: 'changeSetting', setting: 'name' }), shop))).toBe(shop);
  expect(shopNamed(encodeAction({ do: 'openShop' }))).toBeNull();
  for (const data of ['t:name@', 't:name@a@b', 't@x:name', 't:name@a:b'])
    expect(decodeAction(data)).toBeNull();
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
