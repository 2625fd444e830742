/** Keys of shops, their books and their members. */

/** Settings of an account as a shop: hash language, tolerance, maxAgeHours, closingTime, alerts. No time to live, as the account. */
export const shop = (id: string) => `{a:${id}}:shop`;

/**
 * Members of a shop: hash `p:PERSON` -> member, MEMBER -> JSON of the other data, `n:MEMBER` -> name. No time to live;
 * the names of former members stay, for the book, until the person deletes them.
 */
export const staff = (id: string) => `{a:${id}}:staff`;

/** Owners of a shop: set of members, as long as the shop. */
export const owners = (id: string) => `{a:${id}}:owners`;

/** Chats bound to a shop: set, as long as they are. */
export const groups = (id: string) => `{a:${id}}:groups`;

/** Accounts a shop receives money on: hash id -> JSON. No time to live: the owner's choice. */
export const receiving = (id: string) => `{a:${id}}:receiving`;

/** An invitation, by the SHA-256 of its token: hash; stored for a week after its end, to report it as expired. */
export const invitation = (id: string, sha256: string) => `{a:${id}}:invitation:${sha256}`;

/** Invitations of a shop, by the SHA-256 of their tokens: sorted set -> ms of making; expires with the last. */
export const invitations = (id: string) => `{a:${id}}:invitations`;

/** The shop of an invitation: string, expires with it. */
export const invitationShop = (sha256: string) => `{i:${sha256}}`;

/** A receipt in a shop's book, by a digest: hash; expires 400 days after the day it was submitted or accepted. */
export const bookRow = (id: string, row: string) => `{a:${id}}:book:${row}`;

/** A receipt that could not be checked, by a digest: hash; expires 400 days after its day. */
export const unresolved = (id: string, row: string) => `{a:${id}}:unresolved:${row}`;

/** Entries of the book for a day: sorted set `b:ROW` or `u:ROW` -> ms; expires 400 days after it. */
export const bookDay = (id: string, date: string) => `{a:${id}}:day:${date}`;

/**
 * Cases of a day, for the owners: sorted set `KIND RECEIPT MEMBER MESSAGE` -> ms, with a fingerprint of the message; expires
 * 400 days after it.
 */
export const bookCases = (id: string, date: string) => `{a:${id}}:cases:${date}`;

/**
 * Totals of a day for reports of a week or month: string, JSON; `counting ID` while a process counts them, for a minute. Expires
 * 399 days after the day. What changes the book of the day deletes it.
 */
export const bookTotals = (id: string, date: string) => `{a:${id}}:totals:${date}`;

/**
 * Shifts of a day: hash `MEMBER START` -> end, ms, empty while it runs, `MEMBER` -> start of the one that runs, `ends`; expires 400
 * days after it.
 */
export const shifts = (id: string, date: string) => `{a:${id}}:shifts:${date}`;

/** Search index of the lines of one month: sorted set of `KIND:WORD`, age and line, scores 0; expires 402 days after the month. */
export const bookIndex = (id: string, month: string) => `{a:${id}}:found:${month}`;

/**
 * How far back the book is indexed: string, its first indexed day, or `1` for all of it; as long as the shop. Books of earlier
 * versions are indexed when they are searched.
 */
export const bookIndexed = (id: string) => `{a:${id}}:indexed`;

/** Marks that a shop's owners were notified today: string, expires after two days. */
export const noticeSent = (id: string, kind: string, date: string) => `{a:${id}}:told:${kind}:${date}`;

/** A person: hash language, current. No time to live: until the person deletes it, like the two keys below. */
export const person = (who: string) => `{b:${who}}`;

/** Shops that the person may be a member of: set. The shop's own record is authoritative. */
export const personShops = (who: string) => `{b:${who}}:shops`;

/** Shops whose book still has the person's name: set `SHOP MEMBER`. */
export const personPast = (who: string) => `{b:${who}}:past`;

/** Shops a person has opened, by SHA-256: counter, ends with its window of 30 days. */
export const shopsOpened = (sha256: string) => `{o:${sha256}}`;

/**
 * The shop a chat is bound to: string. No time to live: the owner's choice. Of a group that became a supergroup `moved:CHAT`,
 * for 400 days.
 */
export const chatShop = (chat: string) => `{g:${chat}}`;

/** Due times of daily reports: sorted set shop -> ms; a shop without a closing time leaves it. */
export const closings = () => '{closings}';

/** Dates of the due daily reports: hash shop -> date, as long. */
export const closingDates = () => '{closings}:dates';
