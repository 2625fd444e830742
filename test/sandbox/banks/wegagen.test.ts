import { describe, expect, it } from 'vitest';
import { sample } from '../../providers/support.js';
import { many, simulatedBank } from './support.js';

const bank = simulatedBank();
const url = 'https://transinfo.wegagenbanksc.com.et:8011/sms_wega/txn';

describe('Wegagen', () => {
  it('has the members of the sample, in its order and of its types', async () => {
    const typed = (json: string) =>
      Object.entries(JSON.parse(json) as object).map(([key, value]) => [key, typeof value]);
    const answer = await bank.ask({ reference: '150TBAW26262A1B21113DAAT' });
    expect(typed(answer.text)).toEqual(typed(sample('wegagen/txn.json')));
  });

  it('sends the balance and the SMS as the bank does, and the receipt shows neither', async () => {
    const input = { reference: '150TBAW26262A1B21113DAAT' };
    const { text } = await bank.ask(input);
    expect(text).toContain('"currBalance":1234.5');
    expect(text).toContain('1,234.50');
    expect(JSON.stringify(await bank.settled(input))).not.toMatch(/1,?234\.5|currBalance|"message"|Dear/);
  });

  it('says in its parts what its ID says, and bears the date inside it', async () => {
    for (const reference of many('150TBAW26262', '4321DXYZ')) {
      const { receipt, payment } = await bank.settled({ reference });
      expect(receipt).toMatchObject({ reference: reference.slice(0, 16), direction: 'D' });
      expect(receipt.payerAccount).toMatch(/^4321\d{9}$/);
      expect(payment).toMatchObject({ fee: '0.30', vat: '0.05', total: null });
      expect(payment.paidAt).toMatch(/^2026-09-19T\d\d:\d\d:\d\d\+03:00$/);
    }
  });

  it('reads its outcome in the number, whatever follows it', async () => {
    for (const rest of ['1113DAAT', '9999DXYZ']) {
      const gone = await bank.ask({ reference: `150TBAW26262GONE${rest}` });
      expect(gone).toMatchObject({ status: 200, text: '{"master_id":"---"}' });
      expect((await bank.judge({ reference: `150TBAW26262DIFF${rest}` })).kind).toBe('mismatch');
      expect(await bank.hits('wegagen', `150TBAW26262GONE${rest}`)).toBe(1);
    }
    expect((await bank.judge({ reference: '150TBAW26262A1B21113DGON' })).kind).toBe('settled');
  });

  it('does not know a number that cannot be, nor a credit', async () => {
    for (const id of ['150TBAW2600000001113DAAT', '150TBAW2636600001113DAAT', '150TBAW26262A1B2']) {
      expect((await bank.get(`${url}/${id}`)).text, id).toBe('{"master_id":"---"}');
    }
    expect((await bank.judge({ reference: '150TBAW26262A1B21113CAAT' })).kind).toBe('not_found');
  });
});
