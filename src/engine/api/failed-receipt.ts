/**
 * What an answer that is not "verified" tells of a receipt. Programs exist that read any amount as paid, so no sum is
 * in it, of no bank: a field that is not named here is left out (docs/api.md#errors-and-retry).
 */
import type { Receipt } from '../../providers/types.js';

const dates = new Set(['paymentDate', 'transactionDate', 'transactionTime']);
const told = new Set([
  ...dates,
  'source',
  // references
  'reference',
  'receiptNo',
  'transactionId',
  'transactionReference',
  'transferReference',
  // status
  'status',
  'transactionStatus',
  'upstreamStatus',
  // names
  'payerName',
  'senderName',
  'customerName',
  'receiverName',
  'recipientName',
  'beneficiaryName',
  'creditedPartyName',
  'receiverBank',
  'beneficiaryBank',
  'institutionName',
  'tenant',
]);
/** What some banks print their fields under. */
const groups = new Set(['customer', 'transaction']);

export function withoutSums(receipt: Receipt): Receipt {
  return { source: receipt.source, ...toldOf(receipt) };
}

function toldOf(fields: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (groups.has(name) && typeof value === 'object' && value !== null) kept[name] = toldOf(value);
    else if (told.has(name) && (value === null || isTold(name, value))) kept[name] = value;
  }
  return kept;
}

/** A receipt that could not be read may have an amount where a name belongs. */
function isTold(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (/\d/.test(value) && /\b(?:birr|etb)(?![a-z])|ብር/i.test(value)) return false;
  return dates.has(name) || !/\d\.\d|\d,\d{3}(?!\d)/.test(value);
}
