/**
 * Commercial Bank of Ethiopia: one key, two kinds of receipts, distinguished by `receipt.source`
 * (docs/providers/cbe.md).
 */
import {
  type CbeApp,
  jsonMatch,
  jsonOrigin,
  jsonRequest,
  jsonSource,
  jsonTarget,
  judgeJson,
} from './cbe-json.js';
import { judgePdf, pdfMatch, pdfOrigin, pdfRequest, pdfSource } from './cbe-pdf.js';
import { onlyParameter } from './parsing/links.js';
import { pdfBody } from './parsing/pdf.js';
import { ftDay, ftNumber, plausible } from './parsing/references.js';
import type { Hints, Match, Provider } from './types.js';

const branchReceipt = /^\/BranchReceipt\/([A-Za-z0-9&%-]{12,40})$/;
const share = /^\/([A-Za-z0-9&%-]{8,40})$/;
const api = /^\/api\/v1\/transactions\/public\/transaction-detail\/([A-Za-z0-9-]{8,40})$/;
const pairPaths: ReadonlySet<string> = new Set(['/', '/ft']);
const pairWithAmpersand = /^\?id=([A-Za-z0-9]{12}(?:&|%26)\d{8})(?:&|$)/;
const bareToken = /^(?:v2-[A-Za-z0-9]{20}|fHCx[A-Za-z0-9]{14})$/;

/** Makes the provider. @param app constants that the bank's own page sends, from the configuration. */
export function cbe(app: CbeApp): Provider {
  return {
    key: 'cbe',
    name: 'Commercial Bank of Ethiopia',
    sources: [jsonSource, pdfSource],
    hosts: ['mbreciept.cbe.com.et', 'apps.cbe.com.et', 'mb.cbe.com.et'],
    origins: [jsonOrigin, pdfOrigin],
    viewLimited: false,
    support: 'supported',
    needs: ['account'],
    appearance: {
      forms: ['FT26140#####', 'v2-####################'],
      links: [
        'https://mbreciept.cbe.com.et/v2-####################',
        'https://apps.cbe.com.et:100/?id=FT26140#############',
      ],
      hint: 'Beside "Reference No" or "Transaction ID"; its account is the receiver\'s. In a v2- token the case counts.',
    },
    match,
    fromReference(reference, hints) {
      return bareToken.test(reference) ? jsonTarget(reference) : pdfMatch(reference, hints);
    },
    implausible: (reference, now) => ftNumber.test(reference) && !plausible(ftDay(reference), now),
    request: (target) => (target.source === pdfSource ? pdfRequest(target) : jsonRequest(target, app)),
    document: pdfBody,
    judge: (response, target) =>
      target.source === pdfSource ? judgePdf(response, target) : judgeJson(response, target),
    // The JSON source is probed because all new receipts come from it; the PDF host is said to be retired.
    // No token of five characters exists, so no probe can open a receipt.
    probe: jsonTarget('v2-probe'),
  };
}

function match(url: URL, hints: Hints): Match | null {
  switch (url.host) {
    case 'apps.cbe.com.et:100':
      return pdfMatch(pairIn(url), hints) ?? otherLink(url);
    case 'mbreciept.cbe.com.et': {
      const text = share.exec(url.pathname)?.[1] ?? '';
      // Tries the PDF's dashed form first, because it has the same host as tokens.
      return pdfMatch(text, hints) ?? jsonMatch(text);
    }
    case 'mb.cbe.com.et':
      return jsonMatch(api.exec(url.pathname)?.[1] ?? '');
    default:
      return null;
  }
}

/** `/?id={REF}{8}` and `/ft?id=…`, also with `&` between the two, and `/BranchReceipt/{REF}&{8}`. */
function pairIn(url: URL): string {
  if (!pairPaths.has(url.pathname)) return branchReceipt.exec(url.pathname)?.[1] ?? '';
  return pairWithAmpersand.exec(url.search)?.[1] ?? onlyParameter(url, 'id') ?? '';
}

/** It is not known what else an `/ft?id=` link can contain. */
function otherLink(url: URL): Match | null {
  const id = url.pathname === '/ft' ? onlyParameter(url, 'id') : null;
  return id ? { recognised: true, reference: id } : null;
}
