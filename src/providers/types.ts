/**
 * Interface between the engine and the banks' adapters.
 *
 * A provider is pure: it turns links and references into targets, targets into requests, and the bank's answers into
 * judgements. Out of scope: sending, retrying, caching, the clock of a verification, responses to callers.
 */

/** `supported`: receipts are verified. `recognised`: links are only identified, never verified. */
export type Support = 'supported' | 'recognised';

/** Additional input that a bank needs with the reference. */
export type Need = 'account' | 'phone' | 'link';

/** Additional input of the caller. */
export interface Hints {
  account?: string | undefined;
  phone?: string | undefined;
}

/** One receipt at one bank: its canonical reference, and the URL to fetch. */
export interface Target {
  provider: string;
  /** The `receipt.source` this target leads to, for example `cbe-pdf`. */
  source: string;
  /** Canonical form: the top-level `reference` of a response. */
  reference: string;
  /** Account digits or phone that are needed with the reference; empty when none are. */
  qualifier: string;
  /** The URL to fetch, rebuilt from its parts; never the caller's own. */
  url: string;
  /** Fetched after a "no" to `url`, if the bank may know the receipt by another form of the qualifier. */
  secondUrl?: string;
}

/** The provider recognises the form, but needs more input to ask the bank. */
interface Needs {
  needs: readonly Need[];
  reference: string;
}

/** A receipt of this bank in an unsupported form: identified, never fetched. */
interface Recognised {
  recognised: true;
  reference: string;
}

/** Connection options of a host whose connections often die before the TLS handshake. Requests are never repeated. */
export interface ConnectPolicy {
  /** Time limit of a handshake, ms; a slower connection counts as dead. */
  handshakeMs: number;
  /** Maximum of connections opened for one request, in total and in parallel. */
  connections: number;
  atOnce: number;
  /** The newest TLS version of the host; absent: any. */
  maxTls?: 'TLSv1.2';
}

export type Match = Target | Needs | Recognised;

export interface BankRequest {
  method: 'GET';
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Text of a PDF by position: one entry per printed line, left to right, top to bottom. */
export interface PdfText {
  lines: readonly string[];
}

/** The bank's answer. All of it is untrusted input. */
export interface BankResponse {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** The body as UTF-8; empty when the body is a PDF. */
  text: string;
  /** Text of the PDF found by `Provider.document`; null when there is none or it cannot be read. */
  pdf: PdfText | null;
}

/** The bank's own fields (docs/providers/README.md#fields-of-a-receipt); `source` always first. */
export interface Receipt {
  source: string;
  [field: string]: unknown;
}

export interface Party {
  name: string | null;
  account: string | null;
}

/** One shape for every bank (docs/providers/README.md#fields-of-a-receipt). Amounts are decimal strings with two places. */
export interface Payment {
  amount: string;
  currency: string;
  fee: string | null;
  vat: string | null;
  total: string | null;
  payer: Party;
  receiver: Party & { bank: string | null };
  /** The number printed by the bank. */
  reference: string;
  status: 'settled';
  /** ISO 8601 with +03:00; null without a readable date. */
  paidAt: string | null;
  reason: string | null;
  channel: string | null;
}

/**
 * Meaning of a bank's answer (docs/providers/README.md#found-or-not).
 *
 * `tentative`: this bank sometimes says "no" and then "yes" about a real receipt, so it is asked again. The "no" is final only
 * if the bank answered every attempt.
 */
export type Judgement =
  | { kind: 'settled'; receipt: Receipt; payment: Payment }
  | { kind: 'not_found'; receipt: Receipt; tentative?: boolean }
  | { kind: 'not_settled'; receipt: Receipt }
  | { kind: 'mismatch'; receipt: Receipt }
  | Unreadable
  | { kind: 'blocked'; receipt: Receipt };

/** A possible receipt that proves nothing: the verdict is `could_not_check`. */
interface Unreadable {
  kind: 'unreadable';
  receipt: Receipt;
  /** Required fields that are blank or unreadable. */
  missing: readonly string[];
  /** Contradictions: `reference`, `date`, `sums`, `status` or field names; absent when there are none. */
  conflicts?: readonly string[];
}

/**
 * How receipts identify themselves in pictures, for the AI prompt. `#` stands for one letter or digit, so that no example is a
 * real receipt.
 */
export interface Appearance {
  /** Forms of the number, for example `FT26140#####`; empty: only the link identifies the receipt. */
  forms: readonly string[];
  links: readonly string[];
  /** Labels of the number, the account that belongs to it, and text that must not be mistaken for it. */
  hint: string;
}

export interface Provider {
  readonly key: string;
  /** The bank's common name. */
  readonly name: string;
  readonly sources: readonly string[];
  /** Host names (without port) of this bank's links, the main one first. */
  readonly hosts: readonly string[];
  /** Origins to fetch from (`https://host` or `https://host:port`); the egress rejects all others. */
  readonly origins: readonly string[];
  /** Connection options of its origins; absent: the defaults. */
  readonly connect?: ConnectPolicy;
  readonly viewLimited: boolean;
  readonly support: Support;
  /** Input needed with a bare reference; empty for a supported bank that is asked with nothing else. */
  readonly needs: readonly Need[];
  /** True when a receipt opens only with digits of the debited account, not of the receiver's. */
  readonly payersAccount?: true;
  /** True when its references have no recognisable form: they are used only when the caller names the provider. */
  readonly namedOnly?: boolean;
  /** Absent when the look of its receipts is unknown. */
  readonly appearance?: Appearance;
  /** Parses a link of this bank, else null. `url` has passed the common checks: https, no user info, no trailing dot. */
  match(url: URL, hints: Hints): Match | null;
  /**
   * Repairs this bank's links in a text: one bank writes a blank into them, where the common link parser would stop. Absent:
   * nothing to repair.
   */
  repairLinks?(text: string): string;
  /** Parses a bare reference of this bank, else null. Surrounding blanks are removed; the case is the caller's. */
  fromReference(reference: string, hints: Hints): Match | null;
  /**
   * True when the words before a number identify it as this bank's, as in its SMS; then a number of capital letters alone is
   * not an ordinary word. Absent: such numbers are not found in texts. @param before at most 40 characters
   */
  introduces?(before: string): boolean;
  /**
   * True for a number that is certainly this bank's; false for one that may be another bank's with the same form, so that the
   * caller has to name the bank. Absent: the form alone decides.
   */
  isUnambiguous?(reference: string): boolean;
  /** Explains why a number or link of this bank opens no receipt, fit for the caller; null for any other text. */
  explainRejection?(text: string): string | null;
  /**
   * True when the date inside a reference (docs/providers/README.md#dates-in-references) does not exist or lies in an impossible
   * year; nothing is fetched then. Absent: this bank's references contain no date.
   */
  implausible?(reference: string, now: Date): boolean;
  /** @param refusals tentative "no" answers to this lookup so far. */
  request(target: Target, refusals: number): BankRequest;
  /** Finds the PDF of an answer: the body itself, or bytes inside an envelope. */
  document?(response: Omit<BankResponse, 'pdf'>): Uint8Array | null;
  /** Never throws, for any bytes. */
  judge(response: BankResponse, target: Target): Judgement;
  /** A target that cannot exist (docs/providers/README.md#dates-in-references): a healthy bank answers `not_found`. */
  readonly probe: Target | null;
}
