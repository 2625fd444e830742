/** Decodes the payload of a QR code to a request. Pure, never throws. */
import { asObject, jsonObject } from '../parsing/json.js';
import { linksIn } from '../parsing/links.js';
import { ftNumber } from '../parsing/references.js';
import { printedText } from '../parsing/values.js';
import type { ResolveInput } from '../resolve.js';
import { boaSlip } from './boa.js';
import { telebirrInvoice } from './telebirr.js';
import type { QrClaims, QrHint } from './types.js';

export type { QrHint } from './types.js';

/** Maximum text length of a QR code; digits alone could be longer, but no receipt is. */
const longest = 4_296;
const dashenNumber = /^[A-Z]{4}\d{16,20}$/;

/**
 * Decodes one payload. Null for payloads that no known receipt has, including the token on Dashen's success screen, which
 * opens nothing: its FT Ref has to be read from the screen.
 */
export function readQr(payload: string): QrHint | null {
  const text = payload.trim();
  if (text === '' || text.length > longest) return null;
  return bareNumber(text) ?? link(text) ?? amhara(text) ?? telebirr(text) ?? boa(text);
}

/** CBE's old "Thank you" screen has only the number; Dashen's transfer number is rejected with an explanation. */
function bareNumber(text: string): QrHint | null {
  if (ftNumber.test(text)) return hint('cbe', { reference: text, provider: 'cbe' });
  return dashenNumber.test(text) ? hint('dashen', { reference: text, provider: 'dashen' }) : null;
}

/** CBE, Awash and BoA print the receipt link, Wegagen prose with the link inside. */
function link(text: string): QrHint | null {
  const [first] = linksIn(text);
  if (first === undefined) return null;
  return hint('link', first === text ? { url: text } : { text });
}

function amhara(text: string): QrHint | null {
  const code = asObject(jsonObject(text));
  const reference = printedText(code?.transactionId);
  if (!code || reference === null || !ftNumber.test(reference)) return null;
  const claims = { ...nothing, receiverAccount: printedText(code.creditAccountNo) };
  return hint('amhara', { reference, provider: 'amhara' }, claims);
}

function telebirr(text: string): QrHint | null {
  const reference = telebirrInvoice(text);
  return reference === null ? null : hint('telebirr', { reference, provider: 'telebirr' });
}

function boa(text: string): QrHint | null {
  const slip = boaSlip(text);
  return slip && hint('boa', { reference: slip.reference, provider: 'boa' }, slip.claims);
}

const nothing: QrClaims = {
  amount: null,
  payerName: null,
  payerAccount: null,
  receiverName: null,
  receiverAccount: null,
};

function hint(form: QrHint['form'], request: ResolveInput, claims: QrClaims | null = null): QrHint {
  return { by: 'qr', form, request, claims };
}
