/**
 * Shops of the cashier bot (docs/cashier-bot.md): members, receiving accounts and accepted payments. Independent of
 * Telegram: people, chats and messages are opaque strings.
 *
 * A shop is an account and has the account's id. Methods that change a shop do not check permissions. The caller checks
 * them with `ofPerson` for every message, so that the removal of a member takes effect at once.
 */
import type {
  BookRow,
  Case,
  CouldNotCheck,
  Decided,
  Decision,
  MessageRef,
  ReceiptSubmission,
  SearchResult,
  SubmissionResult,
  Undone,
} from './ledger.js';
import type { DayReport, MemberDay, Period, PeriodReport } from './shop-reports.js';

export const languages = ['am', 'en', 'om'] as const;
/** Amharic, English, Afaan Oromo. */
export type Language = (typeof languages)[number];

export type Role = 'owner' | 'cashier';

export interface Shop {
  /** Id of the account. */
  id: string;
  name: string;
  settings: ShopSettings;
}

export interface ShopSettings {
  /** Used for people who have not chosen a language. */
  language: Language;
  /** Allowed difference of an amount in either direction, in birr, with two decimals. */
  tolerance: string;
  /** Older payments need review. Whole hours, 1 to 8760. */
  maxAgeHours: number;
  /** `HH:MM` in TIME_ZONE: when owners get the daily report; null: never. */
  closingTime: string | null;
  /** Receipts are accepted only with an expected amount. */
  askAmount: boolean;
  /** Whether owners are notified at once of the cases in `CaseKind`. */
  alerts: boolean;
}

/** An amount may be a number, or text as people write it. */
export interface SettingsChange {
  language?: Language | undefined;
  tolerance?: number | string | undefined;
  maxAgeHours?: number | undefined;
  closingTime?: string | null | undefined;
  askAmount?: boolean | undefined;
  alerts?: boolean | undefined;
}

export interface Member {
  /** Id of the member within the shop; does not identify the person. */
  id: string;
  person: string;
  /** Shown to the other members. */
  name: string;
  role: Role;
  /** ISO 8601. */
  joinedAt: string;
}

/** The membership of one person in one shop. */
export interface Membership {
  shop: Shop;
  member: Member;
}

export interface Person {
  person: string;
  /** Null until the person has chosen one. */
  language: Language | null;
  /** In the order in which the person joined. */
  memberships: Membership[];
  /** The chosen shop, or the only one; null when there is none, or several and none was chosen. */
  current: Membership | null;
}

export interface Invitation {
  /** 128 random bits, base64url; shown once, stored as SHA-256. */
  token: string;
  role: Role;
  uses: number;
  /** ISO 8601. */
  expiresAt: string;
}

/** `already`: the person is already a member; the invitation is not used. */
export type InvitationResult =
  | { kind: 'joined'; membership: Membership; notify: string[] }
  | { kind: 'already'; membership: Membership }
  | { kind: 'refused'; why: 'unknown' | 'used' | 'expired' | 'full' };

/** A receiving account of the shop, without its whole number. */
export interface ReceivingAccount {
  id: string;
  /** A provider key, or the bank's name when no provider matches. */
  provider: string;
  /** The last four characters of the number. */
  lastFour: string;
  holder: string | null;
}

/** The same with its whole number; does not leave the engine. */
export interface SavedAccount {
  provider: string;
  number: string;
  holder: string | null;
}

/** A daily report to send to the owners. */
export interface DailySummary {
  shop: string;
  /** `yyyy-MM-dd` */
  date: string;
  /** Persons. */
  owners: string[];
}

/** Notices that owners get at most once a day. */
export type NoticeKind = 'quota' | 'screenshots' | 'revoked';

/** The effect of `/deleteme`, for the confirmation question. */
export interface Deletion {
  /** Shops that continue without the person. */
  leaves: Shop[];
  /** Shops without another owner: they are deleted, with book, members and accounts. */
  closes: Shop[];
}

/**
 * Data of a person that remains after `deleteMe`. The caller has the texts for it.
 *
 * - `book`: lines in books of shops that continue, by a member without name; 400 days
 * - `requests`: the name in answers of requests answered 202, and their events; 30 days
 * - `openings`: number of shops opened within 30 days, under a digest of the person, to limit new shops
 * - `account`: plan and counts of deleted shops, and which receipts they were shown; no names
 * - `keys`: API keys of such an account, valid until the operator revokes them
 */
export type RetainedData = 'book' | 'requests' | 'openings' | 'account' | 'keys';

export interface Deleted extends Deletion {
  remains: RetainedData[];
}

/** A shop operation was refused. `field` names the argument that is wrong. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  constructor(
    readonly kind: 'unknown' | 'invalid' | 'too_many' | 'last_owner' | 'taken' | 'not_owner',
    readonly field: string,
  ) {
    super(`${kind}: ${field}`);
  }
}

/** All methods throw `Failure` `unavailable` when the store does not answer. Names are cut to 64 characters. */
export interface Shops {
  /** Creates an account on the Free plan, owned by this person, and makes it the person's current shop. @throws ShopError `too_many` */
  open(request: { person: string; name: string; shopName: string; language?: Language }): Promise<Membership>;
  /** Always read from the store, so that a removal takes effect at once. */
  ofPerson(person: string): Promise<Person>;
  /** Makes a shop the person's current one. @returns null when the person is not a member of it */
  switchShop(person: string, shop: string): Promise<Membership | null>;
  setLanguage(person: string, language: Language): Promise<void>;
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
  /** Takes effect from the next message. @throws ShopError `unknown`, `last_owner` */
  removeMember(shop: string, member: string): Promise<Member>;

  /** Valid for 24 hours. @param uses 1 to 50, default 1 @throws ShopError `invalid` */
  invite(request: { shop: string; by: string; role?: Role; uses?: number }): Promise<Invitation>;
  /** Atomic: if two people use the last use at the same time, one joins. */
  accept(token: string, person: string, name: string): Promise<InvitationResult>;

  /** @throws ShopError `taken` when the chat is bound to another shop */
  bind(chat: string, shop: string): Promise<void>;
  unbind(chat: string): Promise<void>;
  /** Null for a chat that is not bound. */
  shopOfChat(chat: string): Promise<string | null>;
  groups(shop: string): Promise<string[]>;
  /**
   * Moves the binding of a group that became a supergroup to its new id; the old id stays a name of the group for 400 days.
   * Safe to repeat, and with `bind` of either id in any order.
   */
  migrate(oldChat: string, newChat: string): Promise<void>;

  /** @throws ShopError `invalid`, `too_many` (20) */
  saveAccount(
    shop: string,
    account: { provider: string; number: string; holder?: string | null },
  ): Promise<ReceivingAccount>;
  accounts(shop: string): Promise<ReceivingAccount[]>;
  /** @returns false when there was no such account */
  removeAccount(shop: string, id: string): Promise<boolean>;
  /**
   * Whole numbers of the shop's accounts at a bank, only for `account` of a verification. Empty for banks whose receipts open
   * with the payer's account: with the shop's account, they would answer "not found" for a real payment.
   */
  numbers(shop: string, provider: string): Promise<string[]>;

  /**
   * Evaluates a verified payment and writes it to the shop's book, atomically: if two cashiers submit a receipt at once, one
   * gets `accept`. Submitted again in the message that accepted it, now with a mismatch, its acceptance is undone.
   * @throws ShopError `unknown` shop, `invalid` expected
   */
  submitReceipt(submission: ReceiptSubmission): Promise<SubmissionResult>;
  /** Undoes the acceptance in a message whose answer was not or perhaps not delivered, so that others may accept it. Safe to repeat. */
  withdraw(shop: string, id: string, message: MessageRef): Promise<void>;
  /** An owner accepts a receipt of the book despite its answer. @throws ShopError `unknown`, `not_owner` */
  acceptOverride(shop: string, id: string, member: string, message: MessageRef): Promise<BookRow>;
  /**
   * Opens a question to the owners about a receipt of the book. Safe to repeat with the same question.
   * @param question an id chosen by the caller
   * @returns the decision; null while there is none
   * @throws ShopError `unknown`, `invalid`
   */
  askOwners(request: {
    shop: string;
    id: string;
    /** Member id. */
    member: string;
    question: string;
  }): Promise<Decision | null>;
  /** An owner's answer to a question; the first answer decides. @throws ShopError `unknown`, `not_owner` */
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
   * Undoes an acceptance and those of the same sale. Allowed for the member who accepted and for owners, on the same business
   * day. The receipt can be accepted again afterwards. @throws ShopError `unknown`
   */
  undo(request: {
    shop: string;
    id: string;
    /** Member id. */
    member: string;
  }): Promise<Undone>;
  /** Records a receipt that could not be checked; the first message about it stays. `submitReceipt` or `clearUnverified` clears it. */
  recordUnverified(unresolved: CouldNotCheck): Promise<void>;
  /** Clears that record: the bank rejected the receipt, or the person withdrew it. */
  clearUnverified(
    unresolved: Pick<CouldNotCheck, 'shop' | 'provider' | 'reference'> & { message: MessageRef },
  ): Promise<void>;

  /** A line of the book; null when there is none. */
  row(shop: string, id: string): Promise<BookRow | null>;
  /** The line of an accepted receipt; null for any other. @param reference the number that the bank prints */
  accepted(shop: string, provider: string, reference: string): Promise<BookRow | null>;
  /** Records a case; repeats with the same message count once. @returns the business day, and the number of messages so far */
  noteCase(noted: Case): Promise<{ date: string; times: number }>;

  /** @returns business day and start, ms, of the running shift @throws ShopError `too_many` */
  startShift(shop: string, member: string): Promise<{ date: string; start: number; isNew: boolean }>;
  /** Safe to repeat: the first end is kept. @returns the end, ms @throws ShopError `unknown` */
  endShift(shop: string, member: string, shift: { date: string; start: number }): Promise<number>;

  /** The current business day, `yyyy-MM-dd`; after closing time the next day. */
  today(shop: string): Promise<string>;
  /** @param date a business day, `yyyy-MM-dd`; default today @throws ShopError `invalid` */
  day(shop: string, date?: string): Promise<DayReport>;
  /** One member's part of a business day, default today. @throws ShopError `invalid` */
  memberDay(shop: string, member: string, date?: string): Promise<MemberDay>;
  /** @param date any day of the period; default today @throws ShopError `invalid` */
  report(shop: string, period: Period, date?: string): Promise<PeriodReport>;
  /** @param query a reference or part of one, an amount, or part of a name @param limit default 10 */
  history(shop: string, query: string, limit?: number): Promise<SearchResult>;
  /** Oldest first, both days included; reads lazily. @throws ShopError `invalid` */
  export(shop: string, from: string, to: string): AsyncIterable<BookRow>;

  /** True for one caller, who then notifies the owners. True again after two minutes, until `markNoticeSent` was called today. */
  claimNotice(shop: string, kind: NoticeKind): Promise<boolean>;
  /** Marks the notice as sent for today. */
  markNoticeSent(shop: string, kind: NoticeKind): Promise<void>;
  owners(shop: string): Promise<string[]>;
  /** Daily reports that are due; leased for two minutes, returned again until `markDailySummarySent` is called. */
  claimDailySummaries(): Promise<DailySummary[]>;
  markDailySummarySent(shop: string): Promise<void>;

  deletion(person: string): Promise<Deletion>;
  deleteMe(person: string): Promise<Deleted>;
}
