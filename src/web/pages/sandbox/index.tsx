/** `/sandbox`: every bank and ending with a working example. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../engine/index.js';
import { bytesFor, type SharedText, sharedText } from '../../../http/compression.js';
import { bankNames } from '../../bank-names.js';
import { baseUrlFor } from '../../base-url.js';
import { createPageCache } from '../../page-cache.js';
import { documentOf, setDocumentHeaders, visitorOf } from '../../render.js';
import type { WebDeps } from '../../types.js';
import { type Row, rowsOf } from './matrix.js';
import { SandboxPage } from './page.js';
import { recordedAnswers } from './recorded.js';

/** The content changes only with the version of the service. */
const cacheMs = 60_000;

export function sandboxPage({ engine, config, sandbox }: WebDeps) {
  // Under BANKS=live no screenshots are drawn, and the demo asks real banks.
  const isSimulated = config.BANKS === 'sandbox';
  const bankName = bankNames(engine);
  const rows = rowsOf(sandbox?.examples() ?? []);
  const pages = createPageCache<SharedText>(cacheMs);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
    const context = visitorOf(request);
    const baseUrl = baseUrlFor(request, config);
    const { row, ending } = chosenBy(request, rows);
    const key = `${context.language} ${baseUrl} ${row.key} ${ending}`;
    setDocumentHeaders(reply);
    const text = await pages.get(key, async () =>
      sharedText(
        documentOf(
          <SandboxPage
            {...{ context, baseUrl, rows, isSimulated, row, ending, bankName }}
            recorded={await recordedAnswers()}
          />,
        ),
      ),
    );
    return bytesFor(request, reply, text);
  };
}

/** The first bank and its first ending, where the query names none that exists. */
function chosenBy({ query }: FastifyRequest, rows: readonly Row[]) {
  const { bank, ending } = query as { bank?: unknown; ending?: unknown };
  const row = rows.find(({ key }) => key === bank) ?? rows[0];
  if (row === undefined) throw new Failure('not_found');
  const endings = [...row.examples.keys()];
  return { row, ending: endings.find((name) => name === ending) ?? endings[0] ?? '' };
}
