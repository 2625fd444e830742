/** `/dashboard/records`: the receipts that an account has verified, by search and page, and as one CSV file. */
import { Readable } from 'node:stream';
import { csvType, recordsFile } from '../../../../http/csv.js';
import { baseUrlFor } from '../../../base-url.js';
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import type { DashboardRoutes, OwnersPage } from '../changes.js';
import type { FrameFor } from '../frame.js';
import { RecordsPage } from './page.js';
import { type RecordSearch, searchIn } from './query.js';
import { allRecords, findRecords, type RecordScope } from './search.js';

const path = '/dashboard/records';

export function recordRoutes({ engine, config }: WebDeps, frameFor: FrameFor): DashboardRoutes {
  const banks = engine.providers();
  const bankKeys = banks.map(({ key }) => key);
  /** Without real banks every record is of simulated ones. */
  const hasTests = config.BANKS === 'live';
  const scopeOf = (account: string, { test }: RecordSearch): RecordScope => ({
    account,
    realm: test ? 'sandbox' : config.BANKS,
  });

  const list: OwnersPage = async (session, request, reply) => {
    const search = searchIn(request, bankKeys);
    const [frame, found] = await Promise.all([
      frameFor(session, request, reply),
      findRecords(engine.verifications, scopeOf(session.account, search), search),
    ]);
    const baseUrl = baseUrlFor(request, config);
    return renderPage(reply, <RecordsPage {...{ frame, banks, hasTests, search, found, baseUrl }} />);
  };

  const file: OwnersPage = async ({ account }, request, reply) => {
    const search = searchIn(request, bankKeys);
    reply.header('content-type', csvType).header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="deresegn-records.csv"');
    return Readable.from(recordsFile(allRecords(engine.verifications, scopeOf(account, search), search)));
  };

  return { home: path, pages: { [path]: list, [`${path}.csv`]: file }, changes: {} };
}
