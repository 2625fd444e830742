/** What a cashier writes beside an amount stays with the receipt, and nobody else's words do. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scene } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, verdictOn, walletReceipt } from './counter.js';

let counter: Counter;
let selam: Shopkeeper;
const receipts = Array.from({ length: 8 }, () => walletReceipt());
const next = () => receipts.pop() ?? '';

beforeAll(async () => {
  counter = await openCounter();
  selam = await counter.shopPaidBy('Selam', receipts);
});

afterAll(() => counter.close());

const says = (chat: Scene, id: number, text: RegExp) =>
  chat.message((one) => one.id === id && text.test(one.text));

async function found(reference: string): Promise<string> {
  const { chat } = selam;
  const before = chat.answers.length;
  chat.sends.text(`/history ${reference}`, { replyTo: null });
  await chat.until(() => chat.answers.length > before);
  return chat.answers[before]?.text ?? '';
}

it('the table written next to the amount is shown under the verdict, in the history and in the spreadsheet', async () => {
  const { chat } = selam;
  const reference = next();
  const photo = chat.sends.photo(await counter.screenshot('telebirr', reference), {
    caption: 'table 4 99999 birr',
  });
  expect((await verdictOn(chat, photo)).text).toMatch(/^⚠️ SHORT .*expected 99,999\.00.*\nNote: table 4$/s);
  expect(await found(reference)).toContain('\nNote: table 4');
  const typed = next();
  expect((await verdictOn(chat, chat.sends.text(`/v 99999 ${typed} =table 7`))).text).toMatch(
    /\nNote: =table 7$/,
  );
  const before = chat.answers.length;
  chat.sends.text('/export', { replyTo: null });
  await chat.until(() => chat.answers.length > before);
  const rows = parse(chat.answers[before]?.file?.bytes ?? '', { bom: true, columns: true }) as Record<
    string,
    string
  >[];
  const notes = rows.map(({ Reference, Note }) => [Reference, Note]);
  expect(notes).toEqual([
    [reference, 'table 4'],
    [typed, "'=table 7"],
  ]);
});

it('a note comes with a reply and changes with an edit; an amount alone takes none back', async () => {
  const { chat } = selam;
  const reference = next();
  const answer = await verdictOn(chat, chat.sends.text(reference));
  expect(answer.text).not.toContain('Note:');
  const said = chat.sends.text('99999 table 4', { replyTo: answer });
  await says(chat, answer.id, /\nNote: table 4$/);
  chat.sends.edited(said, '99999 table 5');
  await says(chat, answer.id, /\nNote: table 5$/);
  chat.sends.text('88888', { replyTo: answer });
  await says(chat, answer.id, /expected 88,888\.00[\s\S]*\nNote: table 5$/);
  expect(await found(reference)).toContain('Note: table 5');
});

it('what was forwarded, or pasted from a bank, is nobody’s note', async () => {
  const { chat } = selam;
  const forwarded = { caption: '99999 birr table 4', forwardFrom: 'A customer' };
  const photo = chat.sends.photo(await counter.screenshot('telebirr', next()), forwarded);
  expect((await verdictOn(chat, photo)).text).not.toContain('Note:');
  const pasted = `/v 99999 Dear Abebe, you have received ETB 10.00 for rent. Transaction number ${next()}`;
  expect((await verdictOn(chat, chat.sends.text(pasted))).text).not.toContain('Note:');
});

it('an accepted receipt that is sent again does not overwrite its note', async () => {
  const { chat, membership } = selam;
  const reference = next();
  const abel = await counter.cashier('Abel', membership);
  const answer = await verdictOn(chat, chat.sends.text(reference));
  const [, amount = ''] = /Paid: ([\d,.]+) birr/.exec(answer.text) ?? [];
  chat.sends.text(`${amount} table 4`, { replyTo: answer });
  await says(chat, answer.id, /^✅[\s\S]*\nNote: table 4$/);
  const again = await verdictOn(abel.chat, abel.chat.sends.text(`/v ${amount} ${reference} table 9`));
  expect(again.text).toMatch(/^⚠️ Already accepted[\s\S]*\nNote: table 4$/);
  expect(await found(reference)).toContain('Note: table 4');
});
