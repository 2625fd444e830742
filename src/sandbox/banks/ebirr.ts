/**
 * COOPay and Kaafi: two tenants on two shared hosts (docs/providers/coopay.md, docs/providers/kaafi.md). The old host
 * serves the heading layout, the new one the grid. The link in the new host's page is our own invention, so that another
 * customer's receipt can be recognised; it is not known what the bank itself echoes there.
 */
import { clockTime, type Day, daysAfter, isoDate } from '../dates.js';
import { escaped } from '../escape-html.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { etb, grouped, plain } from '../money.js';
import { htmlAnswer, htmlType, noSuchPage } from './answers.js';
import { rowIf } from './screens.js';
import type {
  BankRequest,
  ReceiptVariant,
  Sample,
  Screen,
  SimulatedBank,
  SimulatedReceipt,
} from './types.js';

const token = /^[A-Za-z0-9_-]{22}$/;
const number = /^\d{10,13}$/;
const notFound = htmlAnswer(
  '<!DOCTYPE html><html><head></head><body><h1 style="font-size: 42px; color: red;">Not Found Page</h1></body></html>',
);

interface Tenant {
  provider: string;
  /** As in the links. */
  name: string;
  /** Digits of a receipt number. */
  digits: number;
  message(facts: SmsFacts): string;
}

/** Content of an SMS. */
interface SmsFacts {
  reference: string;
  number: string;
  facts: Facts;
  host: Host;
  link: string;
  payerName: string | undefined;
}

/** Content of a page. */
interface PageContent {
  reference: string;
  number: string;
  facts: Facts;
  date: string;
  complete: boolean;
  payerName: string;
}

/** One of a tenant's two hosts. */
interface Host {
  host: string;
  /** The part of its links before the reference. */
  before: string;
  grammar: RegExp;
  receiptNumber(reference: string): string;
  page(content: PageContent): string;
  printsPayer: boolean;
  firstDay: Day;
  sample(ending: string): Sample | null;
}

export const ebirr: readonly SimulatedBank[] = [
  { provider: 'coopay', name: 'coopay', digits: 10, message: coopayMessage },
  { provider: 'kaafi', name: 'kaafimf', digits: 13, message: kaafiMessage },
].flatMap((tenant) => [bankOf(tenant, newHost(tenant)), bankOf(tenant, oldHost(tenant))]);

/** Its "Ref" differs from the end of the new host's links. */
function coopayMessage({ reference, number, facts, host, link, payerName }: SmsFacts): string {
  const { payer, amount } = facts;
  const [year, month, day, time] = printedDate(reference, facts, host).slice(2).split(/[- ]/);
  return (
    `[-EBIRR-COOPay-] Ref: ${number} Confirmed. ETB${plain(amount)} Received from ${(payerName ?? payer.name).toLowerCase()} ` +
    `(${payer.phone.slice(3)}), Date: ${day}/${month}/${year} ${time}, your new A/C balance is ETB${plain(seededInt(reference, 'balance', 900_000))} ${link}`
  );
}

/** The beginning of the text is not known; this one is the sandbox's own. */
function kaafiMessage({ number, facts, link, payerName }: SmsFacts): string {
  const { payer, amount } = facts;
  return (
    `[-EBIRR-KAAFI-] ETB${plain(amount)} received from ${payerName ?? payer.name}. ` +
    `Transfer-Id: ${number}. Charges: ETB0.00 with VAT: ETB0.00. ${link}`
  );
}

function newHost({ provider, name, digits }: Tenant): Host {
  const before = `/${name}/`;
  const link = (reference: string) => `https://receipt.ebirr.com${before}${reference}`;
  return {
    host: 'receipt.ebirr.com',
    before,
    grammar: token,
    receiptNumber: (reference) => String(seededInt(reference, 'number', 10 ** digits)).padStart(digits, '0'),
    page: (content) => gridPage(content, link(content.reference)),
    printsPayer: true,
    firstDay: { year: 2026, month: 4, day: 1 },
    sample(ending) {
      const reference = `AAAAAAAAAAA_0000AA${ending}`;
      return { reference, url: link(reference), body: { reference, provider } };
    },
  };
}

/** Its numbers have no letters, which would choose another outcome, so all its receipts are settled. */
function oldHost({ name, digits }: Tenant): Host {
  const before = `/${name}-Ebirr/receipt/`;
  return {
    host: 'transactioninfo.ebirr.com',
    before,
    grammar: number,
    receiptNumber: (reference) => reference,
    page: headingPage,
    printsPayer: false,
    firstDay: { year: 2025, month: 9, day: 1 },
    sample(ending) {
      if (!number.test(ending.padStart(digits, '0'))) return null;
      const reference = ending.padStart(digits, '0');
      const url = `https://transactioninfo.ebirr.com${before}${reference}`;
      return { reference, url, body: { url } };
    },
  };
}

function bankOf(tenant: Tenant, host: Host): SimulatedBank {
  const { provider } = tenant;
  return {
    provider,
    source: 'ebirr-html',
    host: host.host,
    contentType: htmlType,
    printsStatus: false,
    notFound,
    serves: (path) => path.startsWith(host.before),
    lookUp: (asked) => lookUp(asked, host),
    receipt: (reference, variant) => htmlAnswer(page(reference, variant, host)),
    exists: (reference) => host.grammar.test(reference),
    screen: (reference, variant) => screen(reference, variant, tenant, host),
    sample: host.sample,
  };
}

/** The page in a browser: the number on it opens nothing, the link above it does. */
function screen(reference: string, { payerName }: ReceiptVariant, tenant: Tenant, host: Host): Screen {
  const facts = factsOf(reference);
  const link = `https://${host.host}${host.before}${reference}`;
  const number = host.receiptNumber(reference);
  const name = payerName ?? facts.payer.name.toUpperCase();
  return {
    status: 'settled',
    title: 'Receipt',
    amount: etb(facts.amount),
    rows: [
      ...rowIf(host.printsPayer, ['Sender Name', name]),
      ...rowIf(host.printsPayer, ['Sender Ebirr no', facts.payer.phone]),
      ['Receiver Name', facts.receiver.name.toUpperCase()],
      ['Receiver Account', facts.receiver.phone],
      ['DATE', printedDate(reference, facts, host)],
      ['RECEIPT NO', number],
      ['AMOUNT', etb(facts.amount)],
    ],
    code: null,
    address: link,
    sms: { sender: 'EBIRR', text: tenant.message({ reference, number, facts, host, link, payerName }) },
  };
}

function lookUp({ path }: BankRequest, { before }: Host): SimulatedReceipt {
  const reference = path.slice(before.length);
  return reference === '' || reference.includes('/') ? { answer: noSuchPage } : { reference };
}

function page(reference: string, { complete, payerName }: ReceiptVariant, host: Host): string {
  const facts = factsOf(reference);
  return host.page({
    reference,
    number: host.receiptNumber(reference),
    facts,
    date: printedDate(reference, facts, host),
    complete,
    payerName: payerName ?? facts.payer.name.toUpperCase(),
  });
}

/** This page shows no payer. */
function headingPage({ number, facts, date, complete }: PageContent): string {
  return `<html><body>
<div class="heading">Receiver Info</div>
<table>
<tr><td>Name</td></tr>
<tr><td>${escaped(facts.receiver.name.toUpperCase())}</td></tr>
<tr><td>Account</td></tr>
<tr><td>${facts.receiver.phone}</td></tr>
</table>
<table>
${row('DATE', date)}
${complete ? row('RECEIPT NO', number) : ''}
${complete ? row('AMOUNT', etb(facts.amount)) : ''}
</table>
</body></html>
`;
}

function gridPage({ number, facts, date, complete, payerName }: PageContent, link: string): string {
  const { payer, receiver, amount, note } = facts;
  const header = gridRow(['Receipt No.', 'Payment date', 'Settled Amount']);
  return `<html><head><link rel="canonical" href="${link}"></head><body>
<table>
${above('የከፋይ ስም/Sender name', payerName)}
${above('Sender Ebirr no', payer.phone)}
${above('የተቀባይ ስም/Receiver name', receiver.name.toUpperCase())}
${above('Receiver Account/Mobile', receiver.phone)}
</table>
<table>
${complete ? header + gridRow([number, date, `${grouped(amount)} ETB`]) : ''}
${gridRow(['Payment Reason', note])}
</table>
</body></html>
`;
}

/** A label alone in its row, with its value in the next row. */
function above(label: string, value: string): string {
  return gridRow([label]) + gridRow([value]);
}

function gridRow(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td class="receipttableTd">${escaped(cell)}</td>`).join('')}</tr>`;
}

function row(label: string, value: string): string {
  return `<tr><td class="invoice">${label}</td><td>${value}</td></tr>`;
}

/** `2026-02-11 20:07:02 +0300 EAT` */
function printedDate(reference: string, facts: Facts, { firstDay }: Host): string {
  const date = isoDate(daysAfter(firstDay, seededInt(reference, 'day', 150)));
  return `${date} ${clockTime(facts)} +0300 EAT`;
}
