/**
 * The seam between the engine and what is known of each bank.
 *
 * A provider is pure: it turns links and references into targets, targets into requests, and the bank's
 * answers into judgements. Not in the contract: sending anything, retrying, caching, knowing the clock of a
 * verification, or deciding what a caller is told.
 */

/** `supported`: receipts are verified. `recognised`: links are named back to the caller, never verified. */
export type Support = 'supported' | 'recognised';

/** What a bank needs beside the reference. */
export type Need = 'account' | 'phone' | 'link';

/** What the caller gave beside the link or reference. */
export interface Hints {
  account?: string | undefined;
  phone?: string | undefined;
}

/** One receipt at one bank: what it is called, and the address it will be fetched from. */
export interface Target {
  provider: string;
  /** The `receipt.source` this target leads to, for example `cbe-pdf`. */
  source: string;
  /** Canonical form: the `reference` at the top level of an answer. */
  reference: string;
  /** Account digits or phone that open the receipt together with the reference; empty when none are needed. */
  qualifier: string;
  /** The URL that will be fetched, rebuilt from the parts; never the caller's own. */
  url: string;
  /** Fetched once the bank has said no to `url`, where it may know the receipt under another form of the qualifier. */
  secondUrl?: string;
}

/** The provider knows the form, but cannot ask the bank with it alone. */
export interface Needs {
  needs: readonly Need[];
  reference: string;
}

/** A receipt of this bank by a form nothing is known about but whose it is: named back, never asked for. */
export interface Recognised {
  recognised: true;
  reference: string;
}

/** How to connect to a host whose connections often die before the TLS handshake; a request is never repeated for it. */
export interface ConnectPolicy {
  /** From an open connection to the end of its handshake, ms; a slower one is taken for dead. */
  handshakeMs: number;
  /** Connections that may be opened where one is needed, and how many of them at once. */
  connections: number;
  atOnce: number;
  /** The newest version of TLS the host speaks; absent: any. */
  maxTls?: 'TLSv1.2';
}

export type Match = Target | Needs | Recognised;

export interface BankRequest {
  method: 'GET';
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Text of a PDF, read by position: one entry a printed line, left to right, top to bottom. */
export interface PdfText {
  lines: readonly string[];
}

/** What the bank sent back. Every part of it is hostile input. */
export interface BankResponse {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** The body as UTF-8; empty when the body is a PDF. */
  text: string;
  /** Text of the PDF that `Provider.document` pointed at; null when there is none or it cannot be read. */
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
  /** The number the bank prints. */
  reference: string;
  status: 'settled';
  /** ISO 8601 with +03:00; null when the bank prints no date that can be read. */
  paidAt: string | null;
  reason: string | null;
  channel: string | null;
}

/**
 * What the bank's answer means (docs/providers/README.md#found-or-not).
 *
 * `tentative`: the bank is known to say "no" and then "yes" about a real receipt, so that it is asked again. The "no"
 * is final only where the bank answered every attempt.
 */
export type Judgement =
  | { kind: 'settled'; receipt: Receipt; payment: Payment }
  | { kind: 'not_found'; receipt: Receipt; tentative?: boolean }
  | { kind: 'not_settled'; receipt: Receipt }
  | { kind: 'mismatch'; receipt: Receipt }
  | Unreadable
  | { kind: 'blocked'; receipt: Receipt };

/** It may be a receipt, and proves nothing: the caller learns that it could not be checked. */
export interface Unreadable {
  kind: 'unreadable';
  receipt: Receipt;
  /** Required fields that are blank or cannot be read. */
  missing: readonly string[];
  /** Names of what contradicts itself: `reference`, `date`, `sums`, `status` or fields; absent when nothing does. */
  conflicts?: readonly string[];
}

/**
 * How a receipt in a picture names itself, for whoever reads pictures. `#` stands for one letter or digit, so that
 * no example is somebody's receipt.
 */
export interface Appearance {
  /** Forms of the number, `FT26140#####` for instance; none: only the link leads to the receipt. */
  forms: readonly string[];
  links: readonly string[];
  /** Labels the number stands beside, whose account belongs to it, and what must not be taken for it. */
  hint: string;
}

export interface Provider {
  readonly key: string;
  /** The bank's name as people write it. */
  readonly name: string;
  readonly sources: readonly string[];
  /** Host names (without port) whose links are this bank's, the principal one first. */
  readonly hosts: readonly string[];
  /** Origins that are fetched, exactly (`https://host` or `https://host:port`); the egress refuses all others. */
  readonly origins: readonly string[];
  /** How its origins are connected to; absent: one connection, under the limits of every other. */
  readonly connect?: ConnectPolicy;
  readonly viewLimited: boolean;
  readonly support: Support;
  /** True when a bare reference is enough to ask the bank. */
  readonly bareReference: boolean;
  /** What is needed beside a bare reference. */
  readonly needs: readonly Need[];
  /** True when a receipt opens with digits of the debited account alone, never with those of whoever was paid. */
  readonly payersAccount?: true;
  /** True when its references look like anything: one is read only where the caller names the provider. */
  readonly namedOnly?: boolean;
  /** Absent: nobody knows what its receipts look like. */
  readonly appearance?: Appearance;
  /** A link of this bank, or null. `url` has passed the common hygiene: https, no user info, no trailing dot. */
  match(url: URL, hints: Hints): Match | null;
  /**
   * Text in which this bank's own links are whole: one bank writes a blank into them, where every other reader of
   * links would stop. Absent: nothing to mend.
   */
  mend?(text: string): string;
  /** A bare reference of this bank's grammar, or null. Blanks around it are gone; the case is the caller's. */
  fromReference(reference: string, hints: Hints): Match | null;
  /**
   * True where the words before a number say, as this bank's SMS does, that it is its own: one of capital letters alone
   * is then no ordinary word. Absent: such a number is not found in a text. @param before at most 40 characters
   */
  introduces?(before: string): boolean;
  /**
   * True for a number that is surely this bank's and false for one that may as well be another bank's of the same
   * form, so that the caller has to name it. Absent: the form alone decides.
   */
  surely?(reference: string): boolean;
  /** Why a number or a link that is this bank's own opens no receipt, fit for the caller; null for any other text. */
  refuses?(text: string): string | null;
  /**
   * True when the date inside a reference (docs/providers/README.md#dates-in-references) is no calendar date or lies in a year no
   * receipt can have, so that nothing is fetched for it. Absent: this bank's references carry no date.
   */
  implausible?(reference: string, now: Date): boolean;
  /** @param refusals how often the bank has answered this lookup with a tentative "no" (0 at first). */
  request(target: Target, refusals: number): BankRequest;
  /** Where the PDF is in an answer, when there is one: the body itself, or bytes inside an envelope. */
  document?(response: Omit<BankResponse, 'pdf'>): Uint8Array | null;
  /** Never throws, whatever the bytes are. */
  judge(response: BankResponse, target: Target): Judgement;
  /** A target that cannot exist (docs/providers/README.md#dates-in-references): a bank in health answers it with `not_found`. */
  readonly probe: Target | null;
}
