import type { ResolveInput } from '../resolve.js';

/** A QR code's claims about a payment. Anyone can make a code: compare them with a receipt, never show them as fact. */
export interface QrClaims {
  /** As written in the code. */
  amount: string | null;
  payerName: string | null;
  payerAccount: string | null;
  receiverName: string | null;
  receiverAccount: string | null;
}

/** The request to a bank. */
export interface QrHint {
  by: 'qr';
  /** Kind of code. */
  form: 'telebirr' | 'boa' | 'amhara' | 'cbe' | 'dashen' | 'link';
  /** Resolved like a caller's input. */
  request: ResolveInput;
  /** Null when the code contains only a reference. */
  claims: QrClaims | null;
}
