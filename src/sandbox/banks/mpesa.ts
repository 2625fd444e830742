/** M-PESA: a JSON envelope with a PDF inside (docs/providers/mpesa.md). */
import { clockTime, type Day, dayOfLetters, isoDate, timeOf } from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { capitalised, grouped, inWords, percent } from '../money.js';
import { Layout } from '../pdf-renderer/layout.js';
import type { PrintedPage } from '../pdf-renderer/types.js';
import { jsonAnswer, jsonType, noSuchPage } from './answers.js';
import { firstName, printCells, rowIf } from './screens.js';
import type { ReceiptVariant, Row, Screen, SimulatedBank } from './types.js';

const firstYear = 2006;
const grammar = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;
const notFound = jsonAnswer({ responseCode: '1', responseDescription: 'Transaction not found' });
const blank = '- - -';

export const mpesa: SimulatedBank = {
  provider: 'mpesa',
  source: 'mpesa-pdf',
  host: 'm-pesabusiness.safaricom.et',
  contentType: jsonType,
  printsStatus: false,
  notFound,
  lookUp: ({ path, query }) =>
    path === '/api/receipt/getReceipt' ? { reference: query.get('trxNo') ?? '' } : { answer: noSuchPage },
  exists: (reference) => grammar.test(reference) && dayOfLetters(reference, firstYear) !== null,
  async receipt(reference, variant, print) {
    const pdf = await print(page(reference, variant));
    const base64Data = Buffer.from(pdf).toString('base64');
    return jsonAnswer({ responseCode: '0', responseDescription: 'Success', base64Data });
  },
  screen,
  sample(ending) {
    const reference = `UGOKS0${ending}`;
    return { reference, url: linkTo(reference), body: { reference } };
  },
};

function linkTo(reference: string): string {
  return `https://m-pesabusiness.safaricom.et/receipt/${reference}`;
}

/** The receipt says "SCAN TO VERIFY", but the content of its code is unknown, so none is drawn. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  const { payer, receiver, amount } = facts;
  const { fee, total } = costsOf(reference, facts);
  const name = variant.payerName ?? payer.name.toUpperCase();
  const [date = '', time = ''] = paidAt(reference, facts).split(' ');
  const number = `2517${payer.phone.slice(4)}`;
  return {
    status: 'settled',
    title: 'Transaction information',
    amount: `${grouped(amount)} Birr`,
    rows: [
      ...parties(reference, facts, variant)
        .filter(([, value]) => value !== blank)
        .map(([label, value]) => [bilingual(label), value] as const),
      ['የደረሰኝ ቁጥር / RECEIPT NO', reference],
      ['የክፍያ ቀን / PAYMENT DATE', `${date} ${time}`],
      ['የአገልግሎት ክፍያ / SERVICE FEE', `${grouped(fee)} Birr`],
      ['ጠቅላላ / TOTAL', `${grouped(total)} Birr`],
      ['TRANSACTION TYPE', 'Send Money'],
    ],
    code: null,
    address: null,
    sms: {
      sender: 'M-PESA',
      text:
        `Dear ${firstName(name)}, you have sent ${grouped(amount)} Birr to ${receiver.name} ${number.slice(0, 6)}***${receiver.phone.slice(-3)} ` +
        `on ${date} at ${time}. Transaction number ${reference}. Transaction fee ${grouped(fee)} Birr. ` +
        `Your current  M-PESA balance is ${grouped(seededInt(reference, 'balance', 900_000))} Birr. Get your receipt here: ${linkTo(reference)} ` +
        'Get extra 20MB when you top up today!',
    },
  };
}

/** The halves of labels that the PDF cannot show. */
const amharicHalves: Readonly<Record<string, string>> = {
  '/ SENDER NAME': 'የላኪ ስም / SENDER NAME',
  '/ SENDER PHONE NUMBER': 'የላኪ ስልክ ቁጥር / SENDER PHONE NUMBER',
  '/ RECEIVER NAME': 'የተቀባይ ስም / RECEIVER NAME',
};

function bilingual(label: string): string {
  return amharicHalves[label] ?? label.replace('/ ', '');
}

/** Cents. The total is what left the payer: amount, fee and VAT, less the discount. */
interface Costs {
  fee: number;
  discount: number;
  vat: number;
  total: number;
}

function costsOf(reference: string, { amount }: Facts): Costs {
  const fee = [0, 2_00, 5_00, 10_00][seededInt(reference, 'fee', 4)] ?? 0;
  const discount = fee > 0 && seededInt(reference, 'discount', 5) === 0 ? 1_00 : 0;
  const vat = percent(fee, 15);
  return { fee, discount, vat, total: amount + fee + vat - discount };
}

/** The Amharic halves of the labels are left out: the PDF renderer has no font for them. */
function page(reference: string, variant: ReceiptVariant): PrintedPage {
  const facts = factsOf(reference);
  const costs = costsOf(reference, facts);
  const layout = new Layout()
    .line('SAFARICOM TELECOMMUNICATIONS ETHIOPIA PLC', true)
    .line('+251 700 700 700')
    .gap()
    .line('/ TRANSACTION INFORMATION', true)
    .rows(parties(reference, facts, variant))
    .line('/ TRANSACTION DETAIL', true);
  if (variant.complete) {
    const labels = ['/ RECEIPT NO', '/ PAYMENT DATE', '/ SETTLED AMOUNT'] as const;
    printCells(layout, labels, [reference, paidAt(reference, facts), grouped(facts.amount)]);
  }
  const { texts } = layout
    .rows(charges(costs))
    .rows(closing(facts, costs))
    .gap()
    .line('SCAN TO VERIFY')
    .line('THANK YOU FOR USING M-PESA');
  return { texts, createdAt: timeOf(dayOf(reference), facts) };
}

/** One payment in three goes to a business. */
function parties(
  reference: string,
  { payer, receiver }: Facts,
  { payerName, complete }: ReceiptVariant,
): Row[] {
  const toBusiness = seededInt(reference, 'business', 3) === 0;
  return [
    ['/ SENDER NAME', payerName ?? payer.name.toUpperCase()],
    ['/ SENDER PHONE NUMBER', `2517${payer.phone.slice(4)}`],
    ['/ SENDER TIN NO', blank],
    ...(toBusiness ? business(reference, receiver.name) : account(receiver)),
    ...rowIf(complete, ['/ TRANSACTION ID', reference]),
  ];
}

function business(reference: string, owner: string): Row[] {
  return [
    ['/ RECEIVER BUSINESS NAME', `${owner.toUpperCase()} TRADING`],
    ['/ RECEIVER BUSINESS NUMBER', String(100_000 + seededInt(reference, 'till', 900_000))],
  ];
}

function account({ name, account: number }: Facts['receiver']): Row[] {
  return [
    ['/ RECEIVER NAME', name.toUpperCase()],
    ['/ RECEIVER ACCOUNT NUMBER', number],
    ['/ BANK NAME', 'TEST BANK'],
  ];
}

function charges({ fee, discount, vat, total }: Costs): Row[] {
  return [
    ['/ SERVICE FEE', `${grouped(fee)} Birr`],
    ['/ DISCOUNT', `${grouped(discount)} Birr`],
    ['/ + 15% VAT', `${grouped(vat)} Birr`],
    ['/ TOTAL', `${grouped(total)} Birr`],
  ];
}

function closing({ note }: Facts, { total }: Costs): Row[] {
  return [
    ['/ TOTAL AMOUNT IN WORDS', words(total)],
    ['/ PAYMENT METHOD', 'M-PESA'],
    ['/ TRANSACTION TYPE', 'Send Money'],
    ['/ PAYMENT CHANNEL', 'APP'],
    ['/ PAYMENT REASON', note === 'Goods' ? blank : note],
  ];
}

function words(cents: number): string {
  const birr = `${capitalised(inWords(Math.floor(cents / 100)))} Birr`;
  return cents % 100 === 0 ? birr : `${birr} and ${capitalised(inWords(cents % 100))} Cents`;
}

function dayOf(reference: string): Day {
  return dayOfLetters(reference, firstYear) as Day;
}

/** `2026-07-24 11:53:00` */
function paidAt(reference: string, facts: Facts): string {
  return `${isoDate(dayOf(reference))} ${clockTime(facts)}`;
}
