/**
 * Banks whose links or names are known, but not their receipts
 * (docs/providers/README.md#overview). Callers get the bank's name; nothing is fetched.
 */
import { onlyParameter } from './parsing/links.js';
import type { Appearance, Provider } from './types.js';

interface Facts {
  key: string;
  name: string;
  source: string;
  hosts?: readonly string[];
  /** The part of this bank's link that identifies the receipt; null for other links. */
  token?(url: URL): string | null;
  repairLinks?(text: string): string;
  appearance?: Appearance;
}

const berhanPath = /^\/ereceipt\/(\d{17})\.pdf$/;
/** 32 bytes in base64. `#/feedback/…` is a form, not a receipt. */
const bunnaToken = /^#\/([A-Za-z0-9+/]{43}=)$/;
const chapaPath = /^\/payment-receipt\/([\w-]{4,64})$/;
const ahaduTriple = /^\d{13}\/\d{2}-[A-Z]{3}-\d{2}\/ ?\d{4}$/i;
const ahaduWithBlank =
  /(https:\/\/receipt\.ahadubank\.com\/digitalreceipt\?es=\d{13}\/\d{2}-[a-z]{3}-\d{2}\/)\s(?=\d{4})/gi;

const banks: readonly Facts[] = [
  {
    key: 'berhan',
    name: 'Berhan Bank',
    source: 'berhan-pdf',
    hosts: ['transactioninfo.berhanonline.et'],
    token: (url) => berhanPath.exec(url.pathname)?.[1] ?? null,
    appearance: {
      forms: [],
      links: ['https://transactioninfo.berhanonline.et/ereceipt/#################.pdf'],
      hint: 'The link; "Ref." is another number.',
    },
  },
  {
    key: 'ahadu',
    name: 'Ahadu Bank',
    source: 'ahadu-pdf',
    hosts: ['receipt.ahadubank.com'],
    token(url) {
      const triple = url.pathname === '/digitalreceipt' ? onlyParameter(url, 'es') : null;
      return triple !== null && ahaduTriple.test(triple) ? triple.replace(' ', '') : null;
    },
    // The link can contain a blank before its last number.
    repairLinks: (text) => text.replace(ahaduWithBlank, '$1'),
    appearance: {
      forms: [],
      links: ['https://receipt.ahadubank.com/digitalreceipt?es=#############/30-AUG-26/####'],
      hint: 'The link; the reference number beside it is another one.',
    },
  },
  {
    key: 'bunna',
    name: 'Bunna Bank',
    source: 'bunna-page',
    hosts: ['online.bunnabanksc.com'],
    // The token is in the fragment, which browsers do not send to servers.
    token: (url) =>
      url.pathname === '/receipt/' && !url.search ? (bunnaToken.exec(url.hash)?.[1] ?? null) : null,
  },
  {
    // A payment gateway; the form of its references is unknown.
    key: 'chapa',
    name: 'Chapa',
    source: 'chapa-page',
    hosts: ['chapa.link'],
    token: (url) => chapaPath.exec(url.pathname)?.[1] ?? null,
  },
  { key: 'oromia', name: 'Oromia Bank', source: 'oromia-pdf' },
  { key: 'zamzam', name: 'ZamZam Bank', source: 'zamzam-json' },
  { key: 'hulubeje', name: 'HuluBeje', source: 'hulubeje-dxxrdv' },
];

/** Makes the providers, in the order of `error.candidates`. */
export function unsupportedBanks(): Provider[] {
  return banks.map(recognised);
}

function recognised({ key, name, source, hosts = [], token, repairLinks, appearance }: Facts): Provider {
  return {
    key,
    name,
    sources: [source],
    hosts,
    origins: [],
    viewLimited: false,
    support: 'recognised',
    needs: hosts.length > 0 ? ['link'] : [],
    match(url) {
      const reference = hosts.some((host) => url.host === host) ? token?.(url) : null;
      return reference ? { recognised: true, reference } : null;
    },
    fromReference: () => null,
    ...(repairLinks && { repairLinks }),
    ...(appearance && { appearance }),
    request() {
      throw new TypeError(`${key} is only recognised and is never asked`);
    },
    judge: () => ({ kind: 'blocked', receipt: { source } }),
    probe: null,
  };
}
