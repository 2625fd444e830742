import type { ResolveInput } from '../resolve.js';

/** What a code says of a payment. Claims of whoever made the code: to be compared with a receipt, never shown as fact. */
export interface QrClaims {
  /** As written in the code. */
  amount: string | null;
  payerName: string | null;
  payerAccount: string | null;
  receiverName: string | null;
  receiverAccount: string | null;
}

/** What to ask a bank for. */
export interface QrHint {
  by: 'qr';
  /** Which kind of code it was. */
  form: 'telebirr' | 'boa' | 'amhara' | 'cbe' | 'dashen' | 'link';
  /** To be resolved like anything a caller sends. */
  request: ResolveInput;
  /** Null where the code says nothing beside its reference. */
  claims: QrClaims | null;
}
