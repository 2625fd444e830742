/** Searches the records of an account: a whole reference by its index, anything else by reading them, newest first. */
import type { Realm, VerificationRecord, VerificationRecords } from '../../../../engine/index.js';
import { engineQueryOf, isNarrow, matches, type RecordSearch } from './query.js';

/** Records that a page of a search shows, and the most it reads to find them. */
const shownMax = 50;
const readMax = 2_000;

export interface Whose {
  account: string;
  realm: Realm;
}

export interface FoundRecords {
  records: readonly VerificationRecord[];
  /** The cursor of the next page; null with the last. */
  next: string | null;
}

/** @throws Failure `unavailable` */
export async function findRecords(
  verifications: VerificationRecords,
  whose: Whose,
  search: RecordSearch,
): Promise<FoundRecords> {
  const { account, realm } = whose;
  if (!isNarrow(search)) {
    const page = await verifications.list(account, realm, engineQueryOf(search));
    return { records: page.verifications, next: page.next };
  }
  const named = await withReference(verifications, whose, search);
  return named.length > 0 ? { records: named, next: null } : await scan(verifications, whose, search);
}

/** All of them, for a file. @throws Failure `unavailable` */
export async function* allRecords(
  verifications: VerificationRecords,
  whose: Whose,
  search: RecordSearch,
): AsyncGenerator<VerificationRecord> {
  const whole = { ...search, after: undefined };
  const named = await withReference(verifications, whose, whole);
  if (named.length > 0) {
    yield* named;
    return;
  }
  for await (const record of verifications.all(whose.account, whose.realm, engineQueryOf(whole))) {
    if (!isNarrow(whole) || matches(whole, record)) yield record;
  }
}

async function scan(
  verifications: VerificationRecords,
  { account, realm }: Whose,
  search: RecordSearch,
): Promise<FoundRecords> {
  const records: VerificationRecord[] = [];
  let read = 0;
  for await (const record of verifications.all(account, realm, engineQueryOf(search))) {
    read += 1;
    if (matches(search, record)) records.push(record);
    if (records.length === shownMax || read === readMax) return { records, next: record.id };
  }
  return { records, next: null };
}

/** Also finds the number that was sent, which the receipt may print differently. */
async function withReference(
  verifications: VerificationRecords,
  { account, realm }: Whose,
  search: RecordSearch,
): Promise<VerificationRecord[]> {
  const { text: reference, checks, after } = search;
  if (after !== undefined || !/^[\x21-\x7e]+$/.test(reference)) return [];
  const query = { ...engineQueryOf(search), reference };
  const { verifications: named } = await verifications.list(account, realm, query);
  return named.filter((record) => matches({ ...search, text: '', checks }, record));
}
