/** CBE's older receipts: a PDF opened by an FT number and eight digits (docs/providers/cbe.md). */
import { timeOf, twelveHourClock } from '../dates.js';
import { capitalised, grouped, inWords } from '../money.js';
import { Layout } from '../pdf-renderer/layout.js';
import type { PrintedPage } from '../pdf-renderer/types.js';
import { htmlAnswer, noSuchPage, pdfOf, pdfType } from './answers.js';
import { type Transfer, transferOf } from './cbe-transfer.js';
import { firstName, rowIf } from './screens.js';
import type { BankRequest, ReceiptVariant, Row, Screen, SimulatedBank, SimulatedReceipt } from './types.js';

const id = /^(FT\d{5}[A-Z0-9]{5})\d{8}$/;
const grammar = /^FT\d{5}[A-Z0-9]{5}$/;
const notFound = htmlAnswer(
  '<!doctype html><html><body>You Are Not Allowed to See This Data, Please Check your Link</body></html>',
  404,
);
const lastYearOfOldLayout = 2024;

export const cbePdf: SimulatedBank = {
  provider: 'cbe',
  source: 'cbe-pdf',
  host: 'apps.cbe.com.et:100',
  contentType: pdfType,
  printsStatus: false,
  notFound,
  lookUp,
  exists: (reference) => grammar.test(reference) && transferOf(reference) !== null,
  receipt: pdfOf(page),
  screen: (reference, variant) => screen(transferOf(reference) as Transfer, variant),
  sample(ending) {
    const reference = `FT26140C${ending}`;
    const account = '10000012';
    const url = `https://apps.cbe.com.et:100/?id=${reference}${account}`;
    return { reference, url, body: { reference, provider: 'cbe', account } };
  },
};

function lookUp({ path, query }: BankRequest): SimulatedReceipt {
  if (path !== '/') return { answer: noSuchPage };
  const reference = id.exec(query.get('id') ?? '')?.[1];
  return reference ? { reference } : { answer: notFound };
}

/**
 * Its code is the receipt link; on the old "Thank you" screen it was the number alone, which opens nothing without
 * digits of an account.
 */
function screen(transfer: Transfer, variant: ReceiptVariant): Screen {
  const { number, amount, receiver, payer, serviceCharge, vat } = transfer;
  const name = payerOf(transfer, variant);
  const link = `https://apps.cbe.com.et:100/?id=${number}${receiver.account.slice(-8)}`;
  const old = transfer.year <= lastYearOfOldLayout;
  return {
    status: 'settled',
    title: old ? 'Thank you!' : 'Transaction successful',
    amount: etb(amount),
    rows: payment(transfer, variant).slice(0, -1),
    code: old ? number : link,
    address: null,
    sms: {
      sender: 'CBE',
      text:
        `Dear ${firstName(name)} your Account ${masked(payer.account)} has been debited with ETB ${grouped(amount)} ` +
        `with a S.charge of ETB ${grouped(serviceCharge)} and VAT(15%) of ETB${grouped(vat)}. ` +
        `${link} For feedback click the link https://forms.gle/x`,
    },
  };
}

function page(reference: string, variant: ReceiptVariant): PrintedPage {
  const transfer = transferOf(reference) as Transfer;
  const layout = transfer.year <= lastYearOfOldLayout ? oldLayout : newLayout;
  return { texts: layout(transfer, variant), createdAt: timeOf(transfer, transfer) };
}

function newLayout(transfer: Transfer, variant: ReceiptVariant): PrintedPage['texts'] {
  return new Layout()
    .line('Commercial Bank of Ethiopia', true)
    .line('VAT Invoice / Customer Receipt')
    .gap()
    .line('Company Address & Other Information', true)
    .columns(company(transfer))
    .gap()
    .line('Customer Information', true)
    .columns(customer(payerOf(transfer, variant)))
    .gap()
    .line('Payment / Transaction Information', true)
    .rows(payment(transfer, variant))
    .gap()
    .line('The Bank you can always rely on.')
    .line(`© ${transfer.year} Commercial Bank of Ethiopia. All rights reserved.`).texts;
}

/** `_` is the bank's empty value. */
function company({ number }: Transfer): Row[] {
  return [
    ['Country:', 'Ethiopia'],
    ['City:', 'Addis Ababa'],
    ['Address:', 'Ras Desta Damtew St, 01, Kirkos'],
    ['Postal code:', '255'],
    ['SWIFT Code:', 'CBETETAA'],
    ['Email:', 'info@cbe.com.et'],
    ['Tel:', '251-551-50-04'],
    ['Fax:', '251-551-45-22'],
    ['Tin:', '0000006966'],
    ['VAT Receipt No:', number],
    ['VAT Registration No:', '011140'],
    ['VAT Registration Date:', '01/01/2003'],
  ];
}

function customer(name: string): Row[] {
  return [
    ['Customer Name:', name],
    ['Region:', 'Adama'],
    ['City:', '_'],
    ['Sub City:', '_'],
    ['Wereda/Kebele:', '_'],
    ['VAT Registration No:', '_'],
    ['VAT Registration Date:', '_'],
    ['TIN (TAX ID):', '_'],
    ['Branch:', 'TEST BRANCH NAME'],
  ];
}

function payment(transfer: Transfer, variant: ReceiptVariant): Row[] {
  const { complete } = variant;
  return [
    ['Payer', payerOf(transfer, variant)],
    ['Account', masked(transfer.payer.account)],
    ['Receiver', transfer.receiver.name.toUpperCase()],
    ['Account', masked(transfer.receiver.account)],
    ['Payment Date & Time', dateTime(transfer)],
    ...rowIf(complete, ['Reference No. (VAT Invoice No)', transfer.number]),
    ['Reason / Type of service', `${transfer.note} done via Mobile`],
    ...rowIf(complete, ['Transferred Amount', etb(transfer.amount)]),
    ['Commission or Service Charge', etb(transfer.serviceCharge)],
    ['15% VAT on Commission', etb(transfer.vat)],
    ...rowIf(transfer.disasterRecovery > 0, ['Disaster recovery 5%', etb(transfer.disasterRecovery)]),
    ['Total amount debited from customers account', etb(transfer.total)],
    ['Amount in Word', words(transfer.total)],
  ];
}

/** The layout of 2024: label and value in one run of text, no fees, no total. */
function oldLayout(transfer: Transfer, variant: ReceiptVariant): PrintedPage['texts'] {
  const { complete } = variant;
  const layout = new Layout()
    .line('Commercial Bank of Ethiopia', true)
    .line('Customer Receipt')
    .gap()
    .line('Company Information', true)
    .line('Country: Ethiopia')
    .line('City: Addis Ababa')
    .line('Postal Code: 255')
    .line('SWIFT Code: CBETETAA')
    .gap()
    .line('Payment Information', true)
    .line(`Payer: ${payerOf(transfer, variant)}`)
    .line(`Account: ${masked(transfer.payer.account)}`)
    .line(`Receiver: ${transfer.receiver.name.toUpperCase()}`)
    .line(`Account: ${masked(transfer.receiver.account)}`)
    .line(`Payment Date: ${timeOf(transfer, transfer).toUTCString().replace(oldDate, '$1 $3 $2 $4')}`);
  if (complete) layout.line(`Reference No: ${transfer.number}`);
  layout.line(`Reason: ${transfer.note}`);
  if (complete) layout.line(`Transferred Amount: ${etb(transfer.amount)}`);
  return layout
    .gap()
    .line('The Bank you can always rely on.')
    .line(`© ${transfer.year} Commercial Bank of Ethiopia. All rights reserved.`).texts;
}

/** `Sat, 24 Aug 2024 …` is printed as `Sat Aug 24 2024`. */
const oldDate = /^(\w+), (\d+) (\w+) (\d+).*$/;

function payerOf({ payer }: Transfer, { payerName }: ReceiptVariant): string {
  return payerName ?? payer.name.toUpperCase();
}

function masked(account: string): string {
  return `${account[0]}****${account.slice(-4)}`;
}

function etb(cents: number): string {
  return `${grouped(cents)} ETB`;
}

function words(cents: number): string {
  return `ETB ${capitalised(inWords(Math.floor(cents / 100)))} & ${capitalised(inWords(cents % 100))} cents`;
}

/** `5/20/2026, 7:29:00 PM`: month first. */
function dateTime(transfer: Transfer): string {
  const { year, month, day } = transfer;
  return `${month}/${day}/${year}, ${twelveHourClock(transfer).replace(/^0/, '')}`;
}
