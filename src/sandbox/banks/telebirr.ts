/** telebirr: an HTML page in Amharic and English, with the real page's traps (docs/providers/telebirr.md). */
import { clockTime, type Day, dayOfLetters, ordinalOf, twoDigits } from '../dates.js';
import { escaped } from '../escape-html.js';
import { ending, type Facts, factsOf, seededInt } from '../fake-data.js';
import { grouped, inWords } from '../money.js';
import { htmlAnswer, htmlType, inPath } from './answers.js';
import { firstName, statusWords, titleOf } from './screens.js';
import { telebirrCode } from './telebirr-qr.js';
import type { ReceiptVariant, Screen, SimulatedBank } from './types.js';

const firstYear = 2023;
const grammar = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;
const notFound = htmlAnswer('<!doctype html><html><body>This request is not correct</body></html>');

export const telebirr: SimulatedBank = {
  provider: 'telebirr',
  source: 'telebirr-html',
  host: 'transactioninfo.ethiotelecom.et',
  contentType: htmlType,
  printsStatus: true,
  notFound,
  lookUp: inPath(/^\/receipt\/([^/]+)$/),
  exists: (reference) => grammar.test(reference) && dayOfLetters(reference, firstYear) !== null,
  receipt: (reference, variant) => htmlAnswer(page(reference, variant)),
  screen,
  sample(ending) {
    const reference = `DF7KS1${ending}`;
    return { reference, url: linkTo(reference), body: { reference } };
  },
};

function linkTo(reference: string): string {
  return `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
}

/** The app's own receipt, with the QR code that the web page does not have. */
function screen(reference: string, { status, payerName }: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  const toBank = isToBank(reference);
  const { payer, receiver, amount } = facts;
  const { fee, vat, total } = chargesOn(amount);
  const name = payerName ?? payer.name;
  return {
    status,
    title: titleOf(status, 'Successful'),
    amount: birr(amount),
    rows: [
      ['የከፋይ ስም/Payer Name', name],
      ['የከፋይ ቴሌብር ቁ./Payer telebirr no.', maskedPhone(payer.phone)],
      ['ተቀባይ/Transaction To', receiver.name],
      ...(toBank
        ? [['ባንክ/Bank', 'Commercial Bank of Ethiopia'] as const, ['Account', receiver.account] as const]
        : [['Credited party account no', maskedPhone(receiver.phone)] as const]),
      ['የክፍያ ቁጥር/Transaction Number', reference],
      ['የክፍያ ቀን/Payment date', paidAt(reference, facts)],
      ['Transaction status', statusWords[status]],
      ['Service fee + VAT', birr(fee + vat)],
      ['ጠቅላላ/Total Paid Amount', birr(total)],
    ],
    code: telebirrCode(reference),
    address: null,
    sms: { sender: '127', text: message(reference, facts, name) },
  };
}

/** For a transfer to a bank, the message also has the bank's own number, which is another receipt of the same transfer. */
function message(reference: string, facts: Facts, payerName: string): string {
  const { payer, receiver, amount } = facts;
  const { fee, vat } = chargesOn(amount);
  const day = dayOfLetters(reference, firstYear) as Day;
  const toBank = isToBank(reference);
  const to = toBank
    ? `Commercial Bank of Ethiopia account number ${receiver.account}`
    : `${receiver.name} (${maskedPhone(receiver.phone)})`;
  const numbers = toBank
    ? `telebirr transaction number is ${reference} and your bank transaction number is FT${ordinalOf(day)}T${ending(reference)}`
    : `transaction number is ${reference}`;
  return (
    `Dear ${firstName(payerName)} You have transferred ETB ${grouped(amount)} successfully from your telebirr account ${payer.phone} ` +
    `to ${to} on ${paidAt(reference, facts).replaceAll('-', '/')}. Your ${numbers}. ` +
    `The service fee is  ETB ${grouped(fee)} and  15% VAT on the service fee is ETB ${grouped(vat)}. ` +
    `Your current balance is ETB ${grouped(seededInt(reference, 'balance', 900_000))}. ` +
    `To download your payment information please click this link: ${linkTo(reference)}`
  );
}

function page(reference: string, variant: ReceiptVariant): string {
  const facts = factsOf(reference);
  const toBank = isToBank(reference);
  return `<!doctype html><html><head><meta charset="utf-8"><title>telebirr receipt</title>${style}</head><body>
${operator}
<table>
<tr><td colspan="2">የቴሌብር ክፍያ መረጃ/telebirr Transaction information</td></tr>
${payerRows(facts, variant)}${creditedRows(facts, toBank)}
${statusRow(variant)}${toBank ? bankAccountRow(facts) : ''}
</table>
${invoice(reference, facts, variant)}
${closing(facts, toBank)}</body></html>
`;
}

/** One receipt in three is a transfer from the wallet to a bank account. */
export function isToBank(reference: string): boolean {
  return seededInt(reference, 'wallet to bank', 3) === 0;
}

const operator = `<table>
<tr><td>Ethio telecom Share Company</td></tr>
<tr><td>TIN No.</td><td>0000030603</td></tr><tr><td>VAT Reg. No.</td><td>012700</td></tr><tr><td>VAT Reg. Date</td><td>01/01/2003</td></tr>
</table>`;

function payerRows({ payer }: Facts, { complete, payerName = payer.name }: ReceiptVariant): string {
  return [
    complete ? row('የከፋይ ስም/Payer Name', payerName) : '',
    row('የከፋይ ቴሌብር ቁ./Payer telebirr no.', maskedPhone(payer.phone)),
    row('የከፋይ አካውንት አይነት/Payer account type', 'Individual Customer'),
    row('የከፋይ ቲን ቁ./ Payer TIN No', ''),
    row('የከፋይ ተ.እ.ታ.ቁ./VAT Reg. No', ''),
    row('የከፋይ ተ.እ.ታ.ቁ. ምዝገባ ቀን/VAT Reg. Date', ''),
  ].join('');
}

/** In a transfer to a bank, the bank itself is the credited party. */
function creditedRows({ receiver }: Facts, toBank: boolean): string {
  const name = toBank ? 'Commercial Bank of Ethiopia' : receiver.name;
  const account = toBank ? '0003' : maskedPhone(receiver.phone);
  return (
    row('የገንዘብ ተቀባይ ስም/Credited Party name', name) +
    row('የገንዘብ ተቀባይ ቴሌብር ቁ./Credited party account no', account)
  );
}

/** As on the bank's page, the label's cell is not closed before its value. */
function statusRow({ complete, status }: ReceiptVariant): string {
  if (!complete) return '';
  return `<tr><td>የክፍያው ሁኔታ/transaction status <td style="text-align: left">${statusWords[status]}</td></td></tr>`;
}

function bankAccountRow({ receiver }: Facts): string {
  const value = `${receiver.account}   ${escaped(receiver.name)}`;
  return `
<tr><td>የባንክ አካውንት ቁጥር/Bank account number</td><td><label id="paid_reference_number">${value}</label></td></tr>`;
}

function invoice(reference: string, facts: Facts, { complete }: ReceiptVariant): string {
  const { fee, vat, total } = chargesOn(facts.amount);
  const header = `<tr><td class="receipttableTd receipttableTd2">የክፍያ ቁጥር/Invoice No.</td><td class="receipttableTd">የክፍያ ቀን/Payment date</td><td class="receipttableTd">የተከፈለው መጠን/Settled Amount</td></tr>
<tr><td class="receipttableTd receipttableTd2">${reference}</td><td class="receipttableTd">${paidAt(reference, facts)}</td><td class="receipttableTd">${birr(facts.amount)}</td></tr>`;
  return `<table>
<tr><td class="receipttableTd3" colspan="3">የክፍያ ዝርዝር/ Invoice details</td></tr>
${complete ? header : ''}
${feeRow('የማህተም ክፍያ/Stamp Duty', '0.0 Birr')}
${feeRow('ቅናሽ/Discount Amount', '0.0 Birr')}
${feeRow('የአገልግሎት ክፍያ/Service fee', birr(fee))}
${feeRow('የአገልግሎት ክፍያ ተ.እ.ታ/Service fee VAT', birr(vat))}
${feeRow('ጠቅላላ የተከፈለ/Total Paid Amount', birr(total))}
</table>`;
}

function closing(facts: Facts, toBank: boolean): string {
  const { total } = chargesOn(facts.amount);
  const words = `${inWords(Math.floor(total / 100))} birr and ${inWords(total % 100)} cent`;
  const reason = toBank ? 'Customer Transfer from Mobile Money to Bank' : 'Send Money to Registered Customer';
  return `<table>${[
    row('የገንዘቡ ልክ በፊደል/Total Amount in word', words),
    row('የክፍያ ዘዴ/Payment Mode', 'telebirr'),
    row('የክፍያ ምክንያት/Payment Reason', reason),
    row('የክፍያ መንገድ/Payment channel', 'API/App'),
    row('የደንበኛ መልዕክት/Customer Note', facts.note),
  ].join('')}</table>`;
}

/** The wallet's fee is a round sum that includes the 15 % VAT: 6 birr are 5.22 and 0.78. */
function chargesOn(amount: number): { fee: number; vat: number; total: number } {
  const [, gross = 0] = feeSteps.find(([upTo]) => amount <= upTo) ?? [];
  const fee = Math.round(gross / 1.15);
  return { fee, vat: gross - fee, total: amount + gross };
}

/** In cents: the highest amount of a step, and its fee. */
const feeSteps: readonly (readonly [number, number])[] = [
  [1_000_00, 2_00],
  [5_000_00, 6_00],
  [10_000_00, 9_00],
  [Number.POSITIVE_INFINITY, 15_00],
];

function row(label: string, value: string): string {
  return `<tr><td style="text-align: left">${label}</td><td style="text-align: left">${escaped(value)}</td></tr>`;
}

function feeRow(label: string, value: string): string {
  return `<tr><td class="receipttableTd1" colspan="2">${label} &nbsp;&nbsp;</td><td class="receipttableTd receipttableTd2">${value}</td></tr>`;
}

function birr(cents: number): string {
  return `${grouped(cents)} Birr`;
}

function maskedPhone(phone: string): string {
  return `${phone.slice(0, 4)}****${phone.slice(-4)}`;
}

/** `07-06-2026 18:37:39` */
function paidAt(reference: string, facts: Facts): string {
  const { year, month, day } = dayOfLetters(reference, firstYear) as Day;
  return `${twoDigits(day)}-${twoDigits(month)}-${year} ${clockTime(facts)}`;
}

/** The real page is about 26 kB, most of it style. */
const style = `<style>
td { padding: 4px 8px; font-family: 'Nyala', 'Abyssinica SIL', sans-serif; }
.receipttableTd { border: 1px solid #8dc63f; text-align: center; }
.receipttableTd1 { text-align: right; }
.receipttableTd3 { background: #8dc63f; color: #fff; }
${Array.from({ length: 230 }, (_, width) => `.print-col-${width} { width: ${width}px; max-width: ${width}px; margin: 0 auto; padding: 0 2px; }`).join('\n')}
</style>`;
