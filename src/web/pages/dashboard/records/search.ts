/** Searches the records of an account: a whole reference by its index, anything else by reading them, newest first. */
import type { Realm, VerificationRecord, VerificationRecords } from '../../../../engine/index.js';
import { engineQueryOf, matches, needsFilter, type RecordSearch } from './query.js';

/** Maximum number of records that a page of a search shows, and that it reads to find them. */
const shownMax = 50;
const readMax = 2_000;

export interface RecordScope {
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
  scope: RecordScope,
  search: RecordSearch,
): Promise<FoundRecords> {
  const { account, realm } = scope;
  if (!needsFilter(search)) {
    const page = await verifications.list(account, realm, engineQueryOf(search));
    return { records: page.verifications, next: page.next };
  }
  const named = await withReference(verifications, scope, search);
  return named.length > 0 ? { records: named, next: null } : await scan(verifications, scope, search);
}

/** All that match, for a file. @throws Failure `unavailable` */
export async function* allRecords(
  verifications: VerificationRecords,
  scope: RecordScope,
  search: RecordSearch,
): AsyncGenerator<VerificationRecord> {
  const whole = { ...search, after: undefined };
  const named = await withReference(verifications, scope, whole);
  if (named.length > 0) {
    yield* named;
    return;
  }
  for await (const record of verifications.all(scope.account, scope.realm, engineQueryOf(whole))) {
    if (!needsFilter(whole) || matches(whole, record)) yield record;
  }
}

async function scan(
  verifications: VerificationRecords,
  { account, realm }: RecordScope,
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

/** Also finds a receipt by the number that was sent, which the bank may print differently. */
async function withReference(
  verifications: VerificationRecords,
  { account, realm }: RecordScope,
  search: RecordSearch,
): Promise<VerificationRecord[]> {
  const { text: reference, checks, after } = search;
  if (after !== undefined || !/^[\x21-\x7e]+$/.test(reference)) return [];
  const query = { ...engineQueryOf(search), reference };
  const { verifications: named } = await verifications.list(account, realm, query);
  return named.filter((record) => matches({ ...search, text: '', checks }, record));
}
