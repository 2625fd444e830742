/** Links that people can open, for banks whose receipts are fetched from another address (their page's data). */
import type { Target } from './types.js';

const pages: Readonly<Record<string, (target: Target) => string>> = {
  'mb-json': ({ reference }) => `https://mbreciept.cbe.com.et/${reference}`,
  'boa-json': ({ reference, qualifier }) =>
    `https://cs.bankofabyssinia.com/slip/?trx=${reference}${qualifier}`,
  'mpesa-pdf': ({ reference }) => `https://m-pesabusiness.safaricom.et/receipt/${reference}`,
  'amhara-json': ({ reference }) => `https://receipt.amharabank.com.et/?trx=${reference}`,
  'wegagen-json': ({ reference }) => `https://transinfo.wegagenbanksc.com.et:8183/?id=${reference}`,
};

/** A receipt's link that people can open; it resolves to the same receipt. */
export function pageOf(target: Target): string {
  return pages[target.source]?.(target) ?? target.url;
}
