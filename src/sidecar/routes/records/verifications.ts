/** GET /api/verifications: the receipts that an account has verified, as JSON by pages or as one CSV file. */
import { Readable } from 'node:stream';
import type { Engine } from '../../../engine/api/index.js';
import { csvType, recordsFile } from '../../../http/csv.js';
import { requireKey } from '../../plugins/authentication.js';
import { json, uncached, wantsCsv } from '../../reply.js';
import { answerOrCsv, failureResponses, keyFailures } from '../../schemas/failures.js';
import { recordList, recordsQuery } from '../../schemas/records.js';
import type { App } from '../../types.js';

export function verificationsRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/api/verifications',
    config: { keyed: true },
    schema: {
      operationId: 'listVerifications',
      tags: ['verification'],
      summary: 'List the receipts that the account has verified',
      description:
        'Newest first, each once. JSON has pages of at most 100, and fewer where few of the records match; with `Accept: text/csv` the response is one file with all of them. Receipts of simulated banks are shown to keys that use these banks.',
      security: [{ key: [] }],
      querystring: recordsQuery(engine.providers().map(({ key }) => key)),
      response: {
        200: answerOrCsv('A page of receipts.', recordList),
        ...failureResponses([...keyFailures, 'invalid_request', 'unavailable', 'internal']),
      },
    },
    handler: async (request, reply) => {
      const { account, realm } = await requireKey(engine, request, reply);
      const { verdict: _, ...query } = request.query;
      if (!wantsCsv(request)) {
        return json(reply, { ok: true, ...(await engine.verifications.list(account, realm, query)) });
      }
      const records = engine.verifications.all(account, realm, query);
      return uncached(reply, csvType, Readable.from(recordsFile(records)));
    },
  });
}
