/** GET /api/batches/:id: counts and results of a batch, as JSON or CSV. */
import { Readable } from 'node:stream';
import { type EnvelopeOf, progressOf } from '../../../engine/api/error-body.js';
import { type BatchPage, type BatchResult, batchBody, type Verification } from '../../../engine/index.js';
import { csvFile, csvType, paymentCells, paymentColumns } from '../../../http/csv.js';
import { requireKey } from '../../plugins/authentication.js';
import { jsonText, uncached, wantsCsv } from '../../reply.js';
import type { RouteDeps } from '../../route-deps.js';
import { batchPage, batchParams, batchQuery } from '../../schemas/batches.js';
import { answerOrCsv, failureResponses, keyFailures } from '../../schemas/failures.js';
import type { App } from '../../types.js';

const failures = [...keyFailures, 'invalid_request', 'not_found', 'unavailable', 'internal'] as const;

export function batchResultsRoute(app: App, { engine, envelopeOf }: RouteDeps): void {
  app.route({
    method: 'GET',
    url: '/api/batches/:id',
    config: { keyed: true },
    schema: {
      operationId: 'getBatch',
      tags: ['batches'],
      summary: 'Show a batch and its results',
      description: 'For keys of the account that sent it; with `Accept: text/csv` as a table. Kept 7 days.',
      security: [{ key: [] }],
      params: batchParams,
      querystring: batchQuery,
      response: {
        200: answerOrCsv('The batch as it is now.', batchPage),
        ...failureResponses(failures),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      const page = await engine.batches.get(account, request.params.id, request.query.after);
      if (!wantsCsv(request)) return jsonText(reply, pageText(page, envelopeOf));
      const rows = page.results.map((result) => rowOf(result));
      return uncached(reply, csvType, Readable.from(csvFile(head, rows)));
    },
  });
}

/** The results are JSON text already. */
function pageText({ batch, results }: BatchPage, envelopeOf: EnvelopeOf): string {
  const body = JSON.stringify({ ok: true, ...batchBody(batch) });
  const items = results.map((result) => resultText(result, envelopeOf));
  return `${body.slice(0, -1)},"results":[${items.join(',')}],"more":false}`;
}

function resultText({ state, ...item }: BatchResult, envelopeOf: EnvelopeOf): string {
  if (state.processingStatus === 'queued') {
    return JSON.stringify({ ...item, status: 'pending', httpStatus: null, result: null });
  }
  const { status, text } = progressOf(state, envelopeOf);
  const facts = JSON.stringify({ ...item, status: state.processingStatus, httpStatus: status });
  return `${facts.slice(0, -1)},"result":${text}}`;
}

const head = ['index', 'id', 'verdict', 'error', 'provider', 'reference', ...paymentColumns];

function rowOf({ index, id, state }: BatchResult): string[] {
  const item = [String(index), id ?? ''];
  if (state.processingStatus === 'queued') return [...item, 'pending', '', '', '', ...paymentCells({})];
  if (state.processingStatus === 'failed') {
    const { kind, details } = state.failure;
    const { providerKey = '', reference = '' } = details;
    return [
      ...item,
      kind.verdict,
      kind.code ?? kind.reason ?? '',
      providerKey,
      reference,
      ...paymentCells({}),
    ];
  }
  const found = JSON.parse(state.text) as Verification;
  return [...item, found.verdict, '', found.providerKey, found.reference, ...paymentCells(found)];
}
