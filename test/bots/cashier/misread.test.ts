/** A photo without a code, read by a model that may misread it: no customer is sent away for what the model says. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { telebirr } from '../../engine/support.js';
import { pdf } from '../../extractor/pictures.js';
import { blank } from '../../sidecar/pictures.js';
import {
  type AiEndpoint,
  type Detection,
  detection,
  finds,
  startAiEndpoint,
} from '../../support/ai-endpoint.js';
import type { Sent } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, signOf, verdictOn, walletReceipt } from './counter.js';

let endpoint: AiEndpoint;
let counter: Counter;
let selam: Shopkeeper;
const right = walletReceipt();

beforeAll(async () => {
  endpoint = await startAiEndpoint();
  counter = await openCounter({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: endpoint.baseURL });
  selam = await counter.shopPaidBy('Selam', [right]);
});
afterAll(async () => {
  await counter?.close();
  await endpoint?.close();
});

let shade = 0;
function picture(): Promise<Buffer> {
  shade += 1;
  return blank(shade);
}

/** A photo in which the model reads these. */
async function photo(...seen: Partial<Detection>[]): Promise<Sent> {
  endpoint.next(finds(...seen.map(detection)));
  return selam.chat.sends.photo(await picture());
}

const misread = /^⏳ I may have misread this: type the reference\./;

it('the bot asks for the number, with the one it has read, and the right one is accepted', async () => {
  const reference = telebirr('GONE');
  const answer = await verdictOn(selam.chat, await photo({ bank: 'telebirr', reference, confidence: 1 }));
  expect(answer.text).toMatch(misread);
  expect(answer.text).toContain(`Reference: ${reference}`);
  expect(answer.text).not.toMatch(/[❌]|do not accept|no such payment/i);
  expect(answer.keyboard).toEqual([]);
  const typed = selam.chat.sends.text(right, { replyTo: answer });
  expect(signOf(await verdictOn(selam.chat, typed))).toBe('✅');
  // What the bank says to a number that somebody has typed is a no as ever.
  expect(signOf(await verdictOn(selam.chat, selam.chat.sends.text(telebirr('GONE'))))).toBe('❌');
});

it('nothing is counted as refused by the bank', async () => {
  const { chat, membership } = await counter.shopkeeper('Hirut');
  endpoint.next(finds(detection({ bank: 'telebirr', reference: telebirr('PEND'), confidence: 1 })));
  expect((await verdictOn(chat, chat.sends.photo(await picture()))).text).toMatch(misread);
  expect(await counter.engine.shops.day(membership.shop.id)).toMatchObject({
    cashiers: [{ refused: 0, couldNotCheck: 1 }],
    unresolved: [{ why: 'doubtful_reading' }],
  });
});

it('digits that are typed for a number the model has read do not make it certain', async () => {
  const sent = await photo({ bank: 'cbe', reference: 'FT26140CGONE', confidence: 1 });
  const asked = await selam.chat.message(
    ({ replyTo, text }) => replyTo === sent.id && /needs the account number/.test(text),
  );
  selam.chat.sends.press(asked, 'Type account number');
  await selam.chat.message(/Type the account number/);
  selam.chat.sends.text('10000012');
  await selam.chat.message(({ id, text }) => id === asked.id && misread.test(text));
});

it('a bank that fails first, and denies it when it is asked again, has not denied the payment', async () => {
  await counter.bankIs('telebirr', 'blocked');
  const answer = await verdictOn(
    selam.chat,
    await photo({ bank: 'telebirr', reference: telebirr('GONE'), confidence: 1 }),
  );
  expect(answer.text).toMatch(/^⏳ Telebirr did not give an answer/);
  await counter.bankIs('telebirr', 'up');
  selam.chat.sends.press(answer, 'Try again');
  await selam.chat.message(({ id, text }) => id === answer.id && misread.test(text));
});

it('each receipt of an album is answered for itself, the misread one with the request to type it', async () => {
  const [first, second] = [telebirr(), telebirr('GONE')];
  const seen = [
    { bank: 'telebirr', reference: first, confidence: 0.95 },
    { bank: 'telebirr', reference: second, confidence: 0.9 },
  ];
  endpoint.next(finds(...seen.map(detection)));
  selam.chat.sends.album([await picture(), await picture()]);
  await selam.chat.message(({ text }) => text.includes(`Reference: ${first}`));
  const other = await selam.chat.message(({ text }) => text.includes(second) && /^[✅⚠❌⏳]/u.test(text));
  expect(other.text).toMatch(misread);
});

it('the right number written under the photo afterwards is what counts', async () => {
  const sent = await photo({ bank: 'telebirr', reference: telebirr('GONE'), confidence: 1 });
  const answer = await verdictOn(selam.chat, sent);
  expect(answer.text).toMatch(misread);
  // It ends as the word for birr does, and is no amount.
  const reference = 'DKK4A1B2BR';
  selam.chat.sends.edited(sent, reference);
  await selam.chat.message(({ id, text }) => id === answer.id && text.includes(`Reference: ${reference}`));
});

it('a HEIC picture without its type is not called damaged', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
  const sent = selam.chat.sends.document(heic, { name: 'IMG_0001', type: 'application/octet-stream' });
  expect((await verdictOn(selam.chat, sent)).text).toMatch(/Send it as a photo, not as a file, or as a JPEG/);
});

it('a long PDF whose first pages show no receipt is not called damaged: the cashier is asked for its page', async () => {
  const statement = await pdf((document) => {
    for (let page = 1; page < 40; page += 1) document.text(`Statement, page ${page}`).addPage();
  });
  const sent = selam.chat.sends.pdf(Buffer.from(statement));
  expect((await verdictOn(selam.chat, sent)).text).toMatch(/Send the page of the receipt alone/);
});
