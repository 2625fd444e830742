/**
 * The receipt in an answer that is not "verified". Some programs take any amount in it as paid, so it contains none: only
 * the fields named here are copied (docs/api.md#errors-and-retry).
 */
import type { Receipt } from '../../providers/types.js';

const dates = new Set(['paymentDate', 'transactionDate', 'transactionTime']);
const shownFields = new Set([
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
/** Objects that some banks nest their fields in. */
const groups = new Set(['customer', 'transaction']);

export function withoutSums(receipt: Receipt): Receipt {
  return { source: receipt.source, ...shownFieldsOf(receipt) };
}

function shownFieldsOf(fields: object): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (groups.has(name) && typeof value === 'object' && value !== null) shown[name] = shownFieldsOf(value);
    else if (shownFields.has(name) && (value === null || isShown(name, value))) shown[name] = value;
  }
  return shown;
}

/** Whether a text may be copied: a misparsed receipt may have an amount in place of a name. */
function isShown(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (/\d/.test(value) && /\b(?:birr|etb)(?![a-z])|ብር/i.test(value)) return false;
  return dates.has(name) || !/\d\.\d|\d,\d{3}(?!\d)/.test(value);
}
