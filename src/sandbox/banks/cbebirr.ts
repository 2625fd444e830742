/** CBE Birr: a PDF opened by a number and the payer's phone (docs/providers/cbebirr.md). */
import { type Day, dayOfLetters, daysAfter, isoDate, timeOf, twoDigits } from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { capitalised, inWords, percent, plain } from '../money.js';
import { Layout } from '../pdf-renderer/layout.js';
import type { PrintedPage } from '../pdf-renderer/types.js';
import { htmlAnswer, noSuchPage, pdfOf, pdfType } from './answers.js';
import { plainMessage, printCells, rowIf, statusWords, titleOf } from './screens.js';
import type { BankRequest, ReceiptVariant, Row, Screen, SimulatedBank, SimulatedReceipt } from './types.js';

const firstYear = 2023;
const grammar = /^[A-Z0-9]{10,12}$/;
/** Numbers of this length begin with a date; nothing is known about others. */
const datedLength = 11;
/** It is disputed which of the two forms the bank wants; here both open the receipt. */
const phone = /^(?:251|0)9\d{8}$/;
/** The page around the report viewer, with nothing in it. */
const notFound = htmlAnswer(`<!DOCTYPE html><html><head><title>
	Auto Receipt
</title><link href="/WebResource.axd?d=abc" type="text/css" rel="stylesheet" class="Telerik_stylesheet" /></head>
<body><form id="form1"><script>var x = { ReportViewerID: "ReportViewer1" };</script>
<div id="ReportViewer1"></div></form></body></html>
`);
/** Cents. */
const serviceCharge = 5_00;

export const cbebirr: SimulatedBank = {
  provider: 'cbebirr',
  source: 'cbebirr-pdf',
  host: 'cbepay1.cbe.com.et',
  contentType: pdfType,
  printsStatus: true,
  notFound,
  lookUp,
  exists: (reference) => grammar.test(reference) && dayOf(reference) !== null,
  receipt: pdfOf(page),
  screen,
  sample(ending) {
    const reference = `DE3KB00${ending}`;
    const url = `https://cbepay1.cbe.com.et/aureceipt?TID=${reference}&PH=251900000001`;
    return { reference, url, body: { reference, phone: '251900000001' } };
  },
};

function lookUp({ path, query }: BankRequest): SimulatedReceipt {
  if (path !== '/aureceipt') return { answer: noSuchPage };
  return phone.test(query.get('PH') ?? '') ? { reference: query.get('TID') ?? '' } : { answer: notFound };
}

/** No QR code and no message of this bank is known. The phone that opens the receipt is masked on the screen. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  const { payer, receiver, amount } = facts;
  const name = variant.payerName ?? payer.name.toUpperCase();
  const total = `${plain(totalOf(amount))} Birr`;
  return {
    status: variant.status,
    title: titleOf(variant.status, 'Successful'),
    amount: `${plain(amount)} Birr`,
    rows: [
      ['Customer Name', name],
      ...parties(reference, facts, variant),
      ['Receipt Number', reference],
      ['Transaction Date', paidAt(reference, facts)],
      ['Total Paid Amount', total],
    ],
    code: null,
    address: null,
    sms: plainMessage({
      sender: 'CBEBirr',
      payer: name,
      receiver: receiver.name,
      amount: `${plain(amount)} Br.`,
      date: paidAt(reference, facts),
      link: `https://cbepay1.cbe.com.et/aureceipt?TID=${reference}&PH=${payer.phone}`,
    }),
  };
}

function dayOf(reference: string): Day | null {
  if (reference.length === datedLength) return dayOfLetters(reference, firstYear);
  return daysAfter({ year: 2026, month: 1, day: 1 }, seededInt(reference, 'day', 300));
}

function page(reference: string, variant: ReceiptVariant): PrintedPage {
  const facts = factsOf(reference);
  const layout = new Layout()
    .line('Commercial Bank of Ethiopia', true)
    .line('VAT Invoice/ Customer Receipt')
    .line('CBEBirr')
    .line('Company Address & Other Information', true)
    .line('Customer Information', true)
    .columns(customer(variant.payerName ?? facts.payer.name.toUpperCase()))
    .line('Transaction Information', true)
    .rows(parties(reference, facts, variant))
    .line('Transaction Details', true);
  if (variant.complete) {
    const labels = ['Receipt Number', 'Transaction Date', 'Amount'] as const;
    printCells(layout, labels, [reference, paidAt(reference, facts), plain(facts.amount)]);
  }
  const { texts } = layout
    .columns(charges(facts))
    .columns(closing(facts))
    .gap()
    .line('The Bank you can always rely on!')
    .line(`© ${(dayOf(reference) as Day).year} Commercial Bank of Ethiopia. All rights reserved`);
  return { texts, createdAt: timeOf(dayOf(reference) as Day, facts) };
}

function customer(name: string): Row[] {
  return [
    ['Customer Name:', name],
    ['Region:', ''],
    ['Sub city:', ''],
    ['Wereda/kebele:', ''],
    ['TIN (TAX ID):', ''],
  ];
}

function parties(reference: string, { payer, receiver }: Facts, { complete, status }: ReceiptVariant): Row[] {
  const { phone: wallet } = payer;
  const { account } = receiver;
  return [
    ['Debit Account', `${wallet.slice(0, 4)}XXXX${wallet.slice(-4)}`],
    ['Credit Account', `${account.slice(0, 4)}XXXXX${account.slice(-4)}`],
    ['Receiver Name', `${receiver.name.toUpperCase()} PLC`],
    ...rowIf(complete, ['Order ID', reference]),
    ...rowIf(complete, ['Transaction Status', statusWords[status]]),
    ['Reference', `TESTREF${seededInt(reference, 'other reference', 10_000)}:`],
  ];
}

/** Cents. */
function totalOf(amount: number): number {
  return amount + serviceCharge + percent(serviceCharge, 15);
}

function charges({ amount }: Facts): Row[] {
  return [
    ['Paid amount', plain(amount)],
    ['Service Charge', plain(serviceCharge)],
    ['VAT', plain(percent(serviceCharge, 15))],
    ['Total Paid Amount', plain(totalOf(amount))],
  ];
}

function closing({ amount, note }: Facts): Row[] {
  const total = totalOf(amount);
  const birr = `${capitalised(inWords(Math.floor(total / 100)))} birr`;
  return [
    ['Total Amount in word', `${birr} and ${capitalised(inWords(total % 100))} cents`],
    ['Payment Reason', note],
    ['Payment Channel', 'USSD'],
    ['Branch:', ''],
    ['Tip', '0.00'],
  ];
}

/** `2026-05-03 14:05` */
function paidAt(reference: string, { hour, minute }: Facts): string {
  return `${isoDate(dayOf(reference) as Day)} ${twoDigits(hour)}:${twoDigits(minute)}`;
}
