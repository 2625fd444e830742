/** `/dashboard/records`: the receipts that an account has verified, by search and page, and as one CSV file. */
import { Readable } from 'node:stream';
import type { VerificationRecord } from '../../../../engine/index.js';
import { csvFile, csvType, recordCells, recordColumns } from '../../../../http/csv.js';
import { baseUrlFor } from '../../../base-url.js';
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import type { DashboardRoutes, OwnersPage } from '../changes.js';
import type { FrameFor } from '../frame.js';
import { RecordsPage } from './page.js';
import { type RecordSearch, searchIn } from './query.js';
import { allRecords, findRecords, type Whose } from './search.js';

const path = '/dashboard/records';

export function recordRoutes({ engine, config }: WebDeps, frameFor: FrameFor): DashboardRoutes {
  const banks = engine.providers().map(({ key, name }) => ({ key, name }));
  const bankKeys = banks.map(({ key }) => key);
  /** Without real banks every record is of simulated ones. */
  const hasTests = config.BANKS === 'live';
  const whoseOf = (account: string, { test }: RecordSearch): Whose => ({
    account,
    realm: test ? 'sandbox' : config.BANKS,
  });

  const list: OwnersPage = async (session, request, reply) => {
    const search = searchIn(request, bankKeys);
    const [frame, found] = await Promise.all([
      frameFor(session, request, reply),
      findRecords(engine.verifications, whoseOf(session.account, search), search),
    ]);
    const baseUrl = baseUrlFor(request, config);
    return renderPage(reply, <RecordsPage {...{ frame, banks, hasTests, search, found, baseUrl }} />);
  };

  const file: OwnersPage = async ({ account }, request, reply) => {
    const search = searchIn(request, bankKeys);
    reply.header('content-type', csvType).header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="deresegn-records.csv"');
    const rows = rowsOf(allRecords(engine.verifications, whoseOf(account, search), search));
    return Readable.from(csvFile(recordColumns, rows));
  };

  return { home: path, pages: { [path]: list, [`${path}.csv`]: file }, changes: {} };
}

async function* rowsOf(records: AsyncIterable<VerificationRecord>): AsyncGenerator<string[]> {
  for await (const record of records) yield recordCells(record);
}
