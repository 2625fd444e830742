/** CBE's receipts since 2026: JSON opened by a token (docs/providers/cbe.md; all keys of the sample). */
import { clockTime, daysAfter, isoDate, ordinalOf } from '../dates.js';
import { ending, seededInt } from '../fake-data.js';
import { etb, grouped, plain } from '../money.js';
import { jsonAnswer, jsonType } from './answers.js';
import { type Transfer, transferOf } from './cbe-transfer.js';
import { firstName, statusWords, titleOf } from './screens.js';
import type {
  BankAnswer,
  BankRequest,
  ReceiptVariant,
  Screen,
  SimulatedBank,
  SimulatedReceipt,
} from './types.js';

const path = /^\/api\/v1\/transactions\/public\/transaction-detail\/([^/]+)$/;
const token = /^(?:v2-)?[A-Za-z0-9]{8,24}$/;
/** The printed number opens nothing here. */
const printedNumber = /^FT\d{5}[A-Z0-9]{5}/;
const notFound = problem(500, 'Security Alert: Invalid or tampered legacy token!');

export const cbeJson: SimulatedBank = {
  provider: 'cbe',
  source: 'mb-json',
  host: 'mb.cbe.com.et',
  contentType: jsonType,
  printsStatus: true,
  notFound,
  lookUp,
  exists: (reference) => token.test(reference) && !printedNumber.test(reference),
  receipt: (reference, variant) => jsonAnswer(detail(reference, variant)),
  screen,
  sample(ending) {
    const reference = `v2-hfHCxAAAAAAAAAAA${ending}`;
    const url = `https://mbreciept.cbe.com.et/${reference}`;
    return { reference, url, body: { reference, provider: 'cbe' } };
  },
};

function problem(status: number, detail: string): BankAnswer {
  return jsonAnswer({ status, detail }, status, 'application/problem+json');
}

function lookUp({ path: asked, headers }: BankRequest): SimulatedReceipt {
  const reference = path.exec(asked)?.[1];
  if (!reference) return { answer: problem(404, 'Not Found') };
  if (!headers['x-app-id'] || !headers['x-app-version']) return { answer: problem(400, 'Missing Headers') };
  return { reference };
}

/** Its code is the receipt link. */
function screen(reference: string, { status, payerName }: ReceiptVariant): Screen {
  const transfer = transferBehind(reference);
  const { amount, payer, receiver, serviceCharge, vat, disasterRecovery, total } = transfer;
  const name = payerName ?? payer.name;
  const link = `https://mbreciept.cbe.com.et/${reference}`;
  return {
    status,
    title: titleOf(status, 'Transaction successful'),
    amount: etb(amount),
    rows: [
      ['Debited from', name],
      ['Account', masked(payer.account)],
      ['Credited to', receiver.name],
      ['Account', masked(receiver.account)],
      ['Transaction ID', transfer.number],
      ['Date', dateTime(transfer).replace('T', ' ').slice(0, 16)],
      ['Service charge', `ETB ${plain(serviceCharge)}`],
      ['VAT (15%)', `ETB ${plain(vat)}`],
      ['Disaster Recovery (5%)', `ETB ${plain(disasterRecovery)}`],
      ['Total', etb(total)],
      ['Status', statusWords[status].toUpperCase()],
    ],
    code: link,
    address: null,
    sms: {
      sender: 'CBE',
      text:
        `Dear ${firstName(name)} You have successfully transferred ETB${plain(amount)} from account ${masked(payer.account)} ` +
        `to account ${masked(receiver.account)} (${receiver.name}). Service charge of ETB ${plain(serviceCharge)} and ` +
        `VAT(15%) of ETB${plain(vat)} and Disaster Recovery(5%) of ${plain(disasterRecovery)} with total of ETB${plain(total)} .` +
        `Your current balance is ETB${grouped(seededInt(reference, 'balance', 900_000))}. Thanks for Banking with CBE. ${link}`,
    },
  };
}

/** `v2-` tokens have been seen since July 2026, the others in the months before; the days of the transfers match that. */
function transferBehind(reference: string): Transfer {
  const first = { year: 2026, month: reference.startsWith('v2-') ? 7 : 3, day: 1 };
  const day = daysAfter(first, seededInt(reference, 'day', 90));
  return transferOf(`FT${ordinalOf(day)}T${ending(reference)}`) as Transfer;
}

function detail(reference: string, { complete, status, payerName }: ReceiptVariant): Record<string, unknown> {
  const transfer = transferBehind(reference);
  const date = isoDate(transfer).replaceAll('-', '');
  return {
    ...(complete ? { id: transfer.number } : {}),
    transactionType: 'ACNX',
    debitAccountNo: masked(transfer.payer.account),
    currencyMktDr: '1',
    debitCurrency: 'ETB',
    debitAmount: plain(transfer.amount),
    debitValueDate: date,
    debitTheirRef: 'MB Transfer',
    creditTheirRef: 'MB Transfer',
    creditAccountNo: masked(transfer.receiver.account),
    creditCurrency: 'ETB',
    creditValueDate: date,
    processingDate: date,
    paymentDetails: ['MB Transfer'],
    ...charges(transfer),
    ...(complete ? amounts(transfer) : {}),
    totalChargeAmount: plain(transfer.total - transfer.amount),
    totalTaxAmount: plain(transfer.vat),
    totRecComm: '0',
    totRecCommLcl: '0',
    totRecChg: '0',
    totRecChgLcl: '0',
    rateFixing: 'NO',
    authDate: date,
    roundType: 'NATURAL',
    currNo: '1',
    dateTimes: [dateTime(transfer)],
    creditAccountHolder: transfer.receiver.name,
    debitAccountHolder: payerName ?? transfer.payer.name,
    encodedReceipt: `https://mbreciept.cbe.com.et/${reference}`,
    isPlatformTransaction: true,
    channel: 'IOS',
    platformTransactionType: 'A2A',
    isOtherBank: false,
    description: 'MB Transfer',
    serviceChargeValue: `ETB ${plain(transfer.serviceCharge)}`,
    vatValue: `ETB ${plain(transfer.vat)}`,
    drCharge: `ETB ${plain(transfer.disasterRecovery)}`,
    chargeDescription: chargeDescription(transfer),
    status: statusWords[status].toUpperCase(),
  };
}

function charges({ serviceCharge, disasterRecovery, vat }: Transfer): Record<string, unknown> {
  return {
    chargeComDisplay: 'NO',
    commissionCode: 'Debit Plus Charges',
    commissionTypes: [
      { commissionType: 'COMFTMB', commissionAmt: `ETB${plain(serviceCharge)}` },
      { commissionType: 'DISASRECOV', commissionAmt: `ETB${plain(disasterRecovery)}` },
    ],
    chargeCode: 'WAIVE',
    positionType: 'TR',
    taxTypes: [{ taxType: '15', taxAmt: `ETB${plain(vat)}` }],
  };
}

function amounts({ amount, total, vat }: Transfer): Record<string, string> {
  return {
    amountDebitedWithCurrency: `ETB${plain(total)}`,
    amountCreditedWithCurrency: `ETB${plain(amount)}`,
    totalChargeAmountWithCurrency: `ETB${plain(total - amount)}`,
    totalTaxAmountWithCurrency: `ETB${plain(vat)}`,
    amountDebited: plain(total),
    amountCredited: plain(amount),
  };
}

function chargeDescription({ serviceCharge, vat, disasterRecovery, amount, total }: Transfer): string {
  return (
    `Service charge of ETB ${plain(serviceCharge)} and VAT(15%) of ETB ${plain(vat)} and ` +
    `Disaster Recovery(5%) of ETB ${plain(disasterRecovery)} with total charge of ETB ${plain(total - amount)}.`
  );
}

function masked(account: string): string {
  return `${account[0]}********${account.slice(-4)}`;
}

/** Local time with a wrong Z, as the bank's is assumed to be (docs/providers/README.md#dates). */
function dateTime(transfer: Transfer): string {
  return `${isoDate(transfer)}T${clockTime({ ...transfer, second: 0 })}Z`;
}
