/**
 * Shops as the doors see them (docs/cashier-bot.md): who belongs to one, where its money is received, and what it
 * has accepted. Nothing here knows Telegram: people, chats and messages are opaque names.
 *
 * A shop is an account: its id is the account's. Methods that change a shop do not ask who
 * wants it; whoever calls has looked at `ofPerson` for this very message, which is what makes a removal count at once.
 */
import type { Payment } from '../../providers/types.js';

export const languages = ['am', 'en', 'om'] as const;
/** Amharic, English, Afaan Oromo. */
export type Language = (typeof languages)[number];

export type Role = 'owner' | 'cashier';

export interface Shop {
  /** Id of the account it is. */
  id: string;
  name: string;
  settings: ShopSettings;
}

export interface ShopSettings {
  /** For whoever has not chosen one. */
  language: Language;
  /** How far an amount may be off in either direction, in birr, with two decimals. */
  tolerance: string;
  /** Older payments are to be looked at first. Whole hours, 1 to 8760. */
  maxAgeHours: number;
  /** `HH:MM` in TIME_ZONE: when the day is told to the owners; null: it is not. */
  closingTime: string | null;
  /** No receipt is accepted before it was said what the customer owes. */
  askAmount: boolean;
  /** Whether the owners are told at once of what they want to know (`CaseKind`). */
  alerts: boolean;
}

/** An amount may be a number or text, as people write it. */
export interface SettingsChange {
  language?: Language | undefined;
  tolerance?: number | string | undefined;
  maxAgeHours?: number | undefined;
  closingTime?: string | null | undefined;
  askAmount?: boolean | undefined;
  alerts?: boolean | undefined;
}

export interface Member {
  /** Names the member within the shop; of the person it says nothing. */
  id: string;
  person: string;
  /** As the shop's other members see it. */
  name: string;
  role: Role;
  /** ISO 8601. */
  joinedAt: string;
}

/** One person's place in one shop. */
export interface Membership {
  shop: Shop;
  member: Member;
}

export interface Person {
  person: string;
  /** Null until one is chosen. */
  language: Language | null;
  memberships: Membership[];
  /** The chosen shop, or the only one; null where there is none, or one has yet to be chosen. */
  current: Membership | null;
}

export interface Invitation {
  /** 128 random bits, base64url; shown once, kept as SHA-256. */
  token: string;
  role: Role;
  uses: number;
  /** ISO 8601. */
  expiresAt: string;
}

/** `already`: the person is a member; the invitation is not spent. */
export type Joining =
  | { kind: 'joined'; membership: Membership; notify: string[] }
  | { kind: 'already'; membership: Membership }
  | { kind: 'refused'; why: 'unknown' | 'used' | 'expired' | 'full' };

/** An account the shop receives money on, as it may be shown. */
export interface ReceivingAccount {
  id: string;
  /** A provider key, or a bank's name where no provider is known. */
  provider: string;
  /** The last four characters of the number. */
  lastFour: string;
  holder: string | null;
}

/** The same with its whole number: stays in the engine. */
export interface SavedAccount {
  provider: string;
  number: string;
  holder: string | null;
}

/** Where a message stands. Chats and people are strings such as `tg:123`. */
export interface MessageRef {
  chat: string;
  message: string;
  /** Opens the message, where there is such a link. */
  link: string | null;
}

/**
 * What is said of a verified payment. The fourth answer, "could not check", is a failure's (`verdict` of `failureKinds`)
 * and never a shop's: an outage must not look like a fake.
 */
export type ShopAnswer = 'accept' | 'look' | 'refuse';

/** Who took a receipt for this shop's. */
export interface Acceptance {
  /** Member id. */
  member: string;
  /** The member's name now; null when nothing is known of the member any more. */
  by: string | null;
  /** ISO 8601. */
  at: string;
  /** Opens the message in which it was. */
  link: string | null;
  /** An owner said so against the answer. */
  anyway: boolean;
}

/** Why a verified payment is not simply accepted. Amounts are decimal strings, of birr where nothing else is said. */
export type Remark =
  /** A real payment to another account than the shop's; the only remark that refuses. */
  | { kind: 'not_ours' }
  | { kind: 'already_accepted'; by: string | null; at: string; link: string | null }
  /** An owner has refused it; it is accepted by an owner or not at all. */
  | { kind: 'refused_by_owner'; by: string | null; at: string }
  /** Another receipt of the sale cannot be counted: it was accepted by itself (`by`, `at`), refused or has grown too old. */
  | { kind: 'part_unusable'; reference: string; by: string | null; at: string | null }
  /** The shop wants to know first what the customer owes. */
  | { kind: 'amount_unknown' }
  /** `difference` is paid less expected: below zero where too little was paid. */
  | { kind: 'amount'; expected: string; actual: string; difference: string }
  /** Paid in another currency, in which `amount` is: it cannot be held against what is owed in birr. */
  | { kind: 'not_birr'; amount: string; currency: string }
  /** `hours` is null where the bank prints no time. */
  | { kind: 'too_old'; hours: number | null; limitHours: number }
  /** Dated more than ten minutes ahead of now. */
  | { kind: 'future' }
  /** The shop has saved no account, or the receipt does not say clearly enough who received the money. */
  | { kind: 'receiver_unchecked'; why: 'no_accounts' | 'unclear' };

/** What a shop makes of a verified payment. Where several remarks apply the gravest comes first. */
export interface ShopJudgement {
  answer: ShopAnswer;
  remarks: Remark[];
}

/** What is needed of a verification; `Verification` is one. */
export interface Paid {
  providerKey: string;
  /** Canonical form, as it was asked. */
  reference: string;
  livemode: boolean;
  payment: Payment;
  receipt: { source: string };
}

export interface HandIn {
  shop: string;
  /** Member id. */
  member: string;
  paid: Paid;
  /** What the customer owes, in birr. */
  expected?: number | string | undefined;
  message: MessageRef;
  /** Receipts of the book that together with this one pay `expected`, each with the message it was handed in with. */
  parts?: readonly { id: string; message: MessageRef }[] | undefined;
  /** The same for the same words or the same file, and for nothing else. Without it no other message gets the answer again. */
  content?: string | undefined;
  /** The cashier's own words beside the amount; kept of the message that is answered for the receipt, cut to 100 characters. */
  note?: string | undefined;
}

export interface HandedIn extends ShopJudgement {
  /** Names the receipt in the shop's book; 22 characters, no secret. */
  id: string;
  /** This very message, whoever asks, or the same content from the same person within a minute: it had been accepted so. */
  repeated: boolean;
  /** The receipts that were accepted together with it, this one included; null where it pays by itself. */
  sale: Sale | null;
  /** Other receipts that were counted towards the amount, where they are not accepted with it. */
  others: SalePart[];
  /** What the book has as the receipt's note. */
  note: string | null;
}

/** Several receipts that were accepted together because each by itself was too little. */
export interface Sale {
  id: string;
  /** What the customer owed, in birr. */
  expected: string;
  parts: SalePart[];
}

export interface SalePart {
  /** Names the line of the book. */
  id: string;
  provider: string;
  reference: string;
  amount: string;
}

/** What an owner said to a question about a receipt. */
export interface Decision {
  kind: 'approved' | 'refused';
  /** Member id. */
  member: string;
  /** Null when nothing is known of the member any more. */
  by: string | null;
  /** ISO 8601. */
  at: string;
}

/** Something people did to a line of the book, in order. */
export interface BookEvent {
  kind: 'asked' | 'approved' | 'refused' | 'undone';
  by: string | null;
  at: string;
  /** Of an acceptance that was undone: whose it was. */
  of: { by: string | null; at: string } | null;
}

/** `first`: this call decided. `accepted`: it was accepted after the question was asked, which stays. */
export type Decided =
  | { kind: 'decided'; first: boolean; decision: Decision; row: BookRow }
  | { kind: 'accepted'; row: BookRow };

/** `rows`: the receipt, and the others of its sale, as they stand in the book now. */
export interface Undone {
  kind: 'undone' | 'not_accepted' | 'not_yours' | 'too_late';
  rows: BookRow[];
}

/** A line of the shop's book: one receipt, once, however often it was handed in. */
export interface BookRow {
  id: string;
  provider: string;
  /** The number the bank prints. It opens the receipt: for the shop's own staff alone. */
  reference: string;
  amount: string;
  currency: string;
  payer: string | null;
  /** As the bank prints it, which is mostly masked. */
  receivedTo: string | null;
  /** ISO 8601. */
  paidAt: string | null;
  livemode: boolean;
  /** A cashier's own words beside the amount. */
  note: string | null;
  answer: ShopAnswer;
  /** When it was handed in first, ISO 8601; by whom, null when nothing is known of the member any more. */
  at: string;
  /** Member id. */
  member: string;
  by: string | null;
  /** Null until it is accepted. */
  acceptance: Acceptance | null;
  /** An owner's word against the answer, also where somebody had accepted it before. */
  anyway: { by: string | null; at: string } | null;
  /** An owner's refusal; until an owner accepts it, nobody does. */
  refusal?: { by: string | null; at: string } | null;
  /** Oldest first; none in lines of earlier versions. */
  events?: BookEvent[];
  /** The sale it was accepted with. */
  sale?: Sale | null;
}

/**
 * What a search found: the receipt of a whole reference, else lines with this amount, with a reference that begins or ends so, or
 * with a payer's name of which a word begins so.
 */
export interface SearchResult {
  /** Newest first. */
  rows: BookRow[];
  /** There are more than these. */
  more: boolean;
  /**
   * `yyyy-MM-dd` in TIME_ZONE where the search has stopped, while a book of an earlier version is still put into its index: older lines
   * were not read. Null when all were, or enough found.
   */
  searchedTo: string | null;
}

/** A receipt that could not be checked and has not been since. */
export interface UnresolvedRow {
  id: string;
  provider: string | null;
  /** As it was asked; null where nothing could be read. */
  reference: string | null;
  /** Code or reason of the failure. */
  why: string;
  /** ISO 8601. */
  at: string;
  /** Member id. */
  member: string;
  by: string | null;
  /** Opens the message in which it was. */
  link: string | null;
}

export interface CouldNotCheck {
  shop: string;
  /** Member id. */
  member: string;
  provider?: string | undefined;
  reference?: string | undefined;
  why: string;
  message: MessageRef;
}

export interface Tally {
  /** Payments in any currency. */
  count: number;
  /** Birr alone: what an owner accepted in another currency is counted, and not added. */
  total: string;
}

export interface Tallies extends Tally {
  byBank: (Tally & { provider: string })[];
  byCashier: (Tally & { member: string; name: string | null })[];
}

/** What became of the receipts a member handed in: receipts, however often each was handed in. */
export interface CashierCounts {
  /** Member id. */
  member: string;
  name: string | null;
  /** Accepted by the member. */
  accepted: number;
  /** Denied by the bank, or paid to somebody else. */
  refused: number;
  /** Verified, and to be looked at first, whatever an owner decided then. */
  warned: number;
  couldNotCheck: number;
  /** Handed in after they had been accepted. */
  usedTwice: number;
}

/** What a shop accepted on one day. Looked-at and refused receipts count only where an owner accepted them anyway. */
export interface DayReport extends Tallies {
  /** `yyyy-MM-dd` in TIME_ZONE. */
  date: string;
  /** Verified, not accepted. */
  notAccepted: number;
  /** Approved by an owner against the answer. */
  anyway: Tally;
  /** Receipts of which an acceptance was taken back. */
  undone: number;
  unresolved: UnresolvedRow[];
  /** Whoever handed in most first. */
  cashiers: CashierCounts[];
  /** In the order in which they began. */
  shifts: Shift[];
}

/** What a member accepted between the beginning and the end of a shift. */
export interface Shift extends Tally {
  /** Member id. */
  member: string;
  name: string | null;
  /** The day of business it is of, `yyyy-MM-dd`. */
  date: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601; null while it runs. */
  endedAt: string | null;
  /** Nobody ended it: it ended with the day. */
  leftOpen: boolean;
  byBank: Tallies['byBank'];
  counts: CashierCounts;
}

/** A member's own part of a day. */
export interface MemberDay extends Tally {
  date: string;
  byBank: Tallies['byBank'];
  counts: CashierCounts;
  shifts: Shift[];
}

export type Period = 'week' | 'month';

/** What a shop accepted in a week, which begins on Monday, or in a month of its days of business. */
export interface PeriodReport extends Tallies {
  period: Period;
  /** First and last day of business, `yyyy-MM-dd`. */
  from: string;
  to: string;
  /** Days on which something was accepted. */
  byDay: (Tally & { date: string })[];
  notAccepted: number;
  /** How many could not be checked and have not been since. */
  unresolved: number;
  anyway: Tally;
  undone: number;
  cashiers: CashierCounts[];
  /** First days of the periods beside it; null where the book does not reach. */
  earlier: string | null;
  later: string | null;
}

/**
 * What owners want to know of a receipt, each with a line of the book. `denied`: the bank says no, which is only counted.
 *
 * - `twice`: handed in after it was accepted
 * - `foreign`: a real payment to another account
 * - `reversed`: accepted, and the bank says now that it was reversed
 * - `anyway`: an owner approved it against the answer
 */
export type CaseKind = 'twice' | 'foreign' | 'reversed' | 'anyway' | 'denied';

export interface Case {
  shop: string;
  kind: CaseKind;
  of: { row: string } | { provider: string; reference: string };
  /** Member id. */
  member: string;
  message: MessageRef;
}

/** A day whose end is to be told to the owners. */
export interface Closing {
  shop: string;
  /** `yyyy-MM-dd` */
  date: string;
  /** Persons. */
  owners: string[];
}

/** What an owner is told at most once a day. */
export type NoticeKind = 'quota' | 'screenshots' | 'revoked';

/** What `/deleteme` will do, to be asked about first. */
export interface Deletion {
  /** Shops that go on without the person. */
  leaves: Shop[];
  /** Shops that have no other owner: they end, with book, members and accounts. */
  closes: Shop[];
}

/**
 * What is left of a person after `deleteMe`; the words for it belong to whoever tells.
 *
 * - `book`: lines of shops that go on, by a member of whom nothing is known any more; 400 days
 * - `requests`: the name in answers of lookups that were promised, for 7 days
 * - `openings`: how many shops were opened within 30 days, under a digest of the person, so that nobody opens without end
 * - `account`: plan and counts of shops that ended, and which receipts were shown; nobody's name
 * - `keys`: API keys of such an account, which work on until the operator revokes them
 */
export type Remains = 'book' | 'requests' | 'openings' | 'account' | 'keys';

export interface Deleted extends Deletion {
  remains: Remains[];
}

/** The caller asked for something no shop can do. `field` names what is wrong with it. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  constructor(
    readonly kind: 'unknown' | 'invalid' | 'too_many' | 'last_owner' | 'taken' | 'not_owner',
    readonly field: string,
  ) {
    super(`${kind}: ${field}`);
  }
}

/** Everything throws `Failure` `unavailable` when the store does not answer. Names are cut to 64 characters. */
export interface Shops {
  /** Opens an account on the Free plan with this person as its owner, and makes it the current one. @throws ShopError `too_many` */
  open(request: { person: string; name: string; shopName: string; language?: Language }): Promise<Membership>;
  /** Always from the store: who was removed is a member no more. */
  ofPerson(person: string): Promise<Person>;
  /** Makes a shop the current one. @returns null when the person is no member of it */
  choose(person: string, shop: string): Promise<Membership | null>;
  speak(person: string, language: Language): Promise<void>;
  /** @throws ShopError `unknown` */
  get(shop: string): Promise<Shop>;
  /** @throws ShopError `unknown`, `invalid` */
  rename(shop: string, name: string): Promise<Shop>;
  /** @throws ShopError `unknown`, `invalid` with the name of the setting */
  set(shop: string, change: SettingsChange): Promise<Shop>;

  /** Owners first, then by the time they joined. */
  members(shop: string): Promise<Member[]>;
  /** @throws ShopError `unknown` */
  renameMember(shop: string, member: string, name: string): Promise<Member>;
  /** Counts from the next message on. @throws ShopError `unknown`, `last_owner` */
  removeMember(shop: string, member: string): Promise<Member>;

  /** Good for 24 hours. @param uses 1 to 50, one when absent @throws ShopError `invalid` */
  invite(request: { shop: string; by: string; role?: Role; uses?: number }): Promise<Invitation>;
  /** Atomic: of two who bring the last use at once, one joins. */
  accept(token: string, person: string, name: string): Promise<Joining>;

  /** @throws ShopError `taken` when the chat is another shop's */
  bind(chat: string, shop: string): Promise<void>;
  unbind(chat: string): Promise<void>;
  /** Null for a chat that is nobody's. */
  shopOfChat(chat: string): Promise<string | null>;
  groups(shop: string): Promise<string[]>;
  /** A group has become a supergroup: what was bound to its old name is bound to the new one. Safe to repeat. */
  migrate(oldChat: string, newChat: string): Promise<void>;

  /** @throws ShopError `invalid`, `too_many` (20) */
  saveAccount(
    shop: string,
    account: { provider: string; number: string; holder?: string | null },
  ): Promise<ReceivingAccount>;
  accounts(shop: string): Promise<ReceivingAccount[]>;
  /** @returns false when there was none */
  removeAccount(shop: string, id: string): Promise<boolean>;
  /**
   * Whole numbers of the accounts at a bank, for `account` of a verification and for nothing else. None where a receipt
   * opens with the payer's account alone: asked with the shop's own, that bank would deny a payment that was made.
   */
  numbers(shop: string, provider: string): Promise<string[]>;

  /**
   * Judges a verified payment for the shop and writes it to its book, in one step: of two cashiers who hand in the
   * same receipt at once, one is told `accept`. The message that accepted it takes that back where it is handed in again with
   * what does not fit. @throws ShopError `unknown` shop, `invalid` expected
   */
  handIn(handIn: HandIn): Promise<HandedIn>;
  /** Nobody was told what was accepted in this message, or it is in doubt there: somebody else may accept it. Safe to repeat. */
  withdraw(shop: string, id: string, message: MessageRef): Promise<void>;
  /** An owner accepts a receipt of the book against the answer. @throws ShopError `unknown`, `not_owner` */
  acceptAnyway(shop: string, id: string, member: string, message: MessageRef): Promise<BookRow>;
  /**
   * Opens a question to the owners about a receipt of the book; opened again it is the same. @param question a name of the caller's
   * @returns what was decided, null while nothing is @throws ShopError `unknown`, `invalid`
   */
  askOwners(request: {
    shop: string;
    id: string;
    /** Member id. */
    member: string;
    question: string;
  }): Promise<Decision | null>;
  /** An owner's answer. A question is decided once: the first who answers. @throws ShopError `unknown`, `not_owner` */
  decide(request: {
    shop: string;
    id: string;
    /** Member id. */
    member: string;
    question: string;
    approved: boolean;
    message: MessageRef;
  }): Promise<Decided>;
  /**
   * Takes an acceptance back, and those of the same sale: by whoever accepted, or an owner, on the same day of business. The receipt
   * can be accepted again then. @throws ShopError `unknown`
   */
  undo(request: {
    shop: string;
    id: string;
    /** Member id. */
    member: string;
  }): Promise<Undone>;
  /** A receipt that could not be checked; the first message about it stays. It is resolved by `handIn` or `resolved`. */
  couldNotCheck(unresolved: CouldNotCheck): Promise<void>;
  /** The bank has said no, or the person took it back: nothing is to be checked any more. */
  resolved(
    unresolved: Pick<CouldNotCheck, 'shop' | 'provider' | 'reference'> & { message: MessageRef },
  ): Promise<void>;

  /** A line of the book, null when there is none. */
  row(shop: string, id: string): Promise<BookRow | null>;
  /** The line of a receipt that was accepted, null for any other. @param reference the number the bank prints */
  accepted(shop: string, provider: string, reference: string): Promise<BookRow | null>;
  /** A message is one case of its kind and receipt, however often it is noted. @returns the day, and the messages of it so far */
  noteCase(noted: Case): Promise<{ date: string; times: number }>;

  /** @returns the day and first moment, ms, of the shift that runs now @throws ShopError `too_many` */
  startShift(shop: string, member: string): Promise<{ date: string; start: number; isNew: boolean }>;
  /** Safe to repeat: the first end stays. @returns when it ended, ms @throws ShopError `unknown` */
  endShift(shop: string, member: string, shift: { date: string; start: number }): Promise<number>;

  /** The day of business it is now (`yyyy-MM-dd`): after closing time the next one. */
  today(shop: string): Promise<string>;
  /** @param date a day of business, `yyyy-MM-dd`; today's when absent @throws ShopError `invalid` */
  day(shop: string, date?: string): Promise<DayReport>;
  /** A member's own part of a day of business, today's when absent. @throws ShopError `invalid` */
  memberDay(shop: string, member: string, date?: string): Promise<MemberDay>;
  /** @param date any day of it; today's when absent @throws ShopError `invalid` */
  report(shop: string, period: Period, date?: string): Promise<PeriodReport>;
  /** @param query a reference or part of one, an amount, or part of a name @param limit 10 when absent */
  history(shop: string, query: string, limit?: number): Promise<SearchResult>;
  /** Oldest first, both days included; read as it is asked for. @throws ShopError `invalid` */
  export(shop: string, from: string, to: string): AsyncIterable<BookRow>;

  /** True for one who asks: then the owners are to be told of it. Asked again in two minutes, until they were told today. */
  noticeDue(shop: string, kind: NoticeKind): Promise<boolean>;
  /** They were told: not due any more today. */
  noticeTold(shop: string, kind: NoticeKind): Promise<void>;
  owners(shop: string): Promise<string[]>;
  /** Days whose closing time has come; leased for two minutes, told again until `closed`. */
  closings(): Promise<Closing[]>;
  closed(shop: string): Promise<void>;

  deletion(person: string): Promise<Deletion>;
  deleteMe(person: string): Promise<Deleted>;
}
