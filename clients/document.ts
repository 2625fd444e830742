/** The part of openapi.json that the clients call: their types change only with it. */
import type { OpenAPIV3_1 } from 'openapi-types';

type Document = OpenAPIV3_1.Document;

/** Operations that the clients call, by `operationId`. */
const called: ReadonlySet<string> = new Set([
  'verify',
  'getRequest',
  'verifyImage',
  'resolve',
  'getUsage',
  'getStatus',
  'listProviders',
  'listReceivingAccounts',
  'addReceivingAccount',
  'removeReceivingAccount',
  'listWebhookEndpoints',
  'createWebhookEndpoint',
  'getWebhookEndpoint',
  'updateWebhookEndpoint',
  'removeWebhookEndpoint',
  'rotateWebhookSecret',
  'testWebhookEndpoint',
  'listWebhookDeliveries',
  'resendWebhookDelivery',
  'listEvents',
  'createPaymentRequest',
  'getPaymentRequest',
  'listPaymentRequests',
  'handInReceipt',
  'cancelPaymentRequest',
  'acceptPaymentRequest',
  'refusePaymentRequest',
  'verifyBatch',
  'getBatch',
]);

/** Schemas that no called operation names, but the clients do. */
const named = ['VerificationEvent'];

/** The called operations and the schemas they need, without examples, headers and the prose of responses. */
export function clientDocument(text: string): Document {
  const document = JSON.parse(text) as Document;
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {})
      .map(([path, item]) => [path, calledOf(item ?? {})] as const)
      .filter(([, item]) => Object.keys(item).length > 0),
  );
  const schemas = document.components?.schemas ?? {};
  const needed = schemasOf(schemas, [...refsIn(paths), ...named]);
  return {
    openapi: document.openapi,
    info: { title: document.info.title, version: document.info.version },
    paths,
    components: { schemas: Object.fromEntries(needed.map((name) => [name, withoutExamples(schemas[name])])) },
  } as Document;
}

function calledOf(item: OpenAPIV3_1.PathItemObject): Record<string, object> {
  const operations = Object.entries(item) as [string, OpenAPIV3_1.OperationObject][];
  return Object.fromEntries(
    operations
      .filter(([, { operationId = '' }]) => called.has(operationId))
      .map(([method, operation]) => [method, shortened(operation)]),
  );
}

/** The failures of an operation have one schema, so one stands for all: a status that is added changes no type. */
function shortened(operation: OpenAPIV3_1.OperationObject): object {
  const responses = Object.entries(operation.responses ?? {}) as [string, OpenAPIV3_1.ResponseObject][];
  const { operationId, summary, parameters, requestBody } = withoutExamples(operation);
  const successes = responses.filter(([status]) => status.startsWith('2'));
  const failure = responses.find(([status]) => !status.startsWith('2'));
  const kept = failure ? [...successes, ['default', failure[1]] as const] : successes;
  return {
    ...{ operationId, summary, parameters, requestBody },
    responses: Object.fromEntries(
      kept.map(([status, { content }]) => [
        status,
        { description: status, content: withoutExamples(withoutTables(content)) },
      ]),
    ),
  };
}

/** The clients ask for JSON, also where the service has tables. */
function withoutTables(content: OpenAPIV3_1.ResponseObject['content'] = {}): object {
  const { 'text/csv': _, ...others } = content;
  return others;
}

/** Names of `roots` and of every schema that they reach, in the order of the document. */
function schemasOf(schemas: Readonly<Record<string, unknown>>, roots: readonly string[]): string[] {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...refsIn(schemas[name]));
  }
  return Object.keys(schemas).filter((name) => reached.has(name));
}

function refsIn(part: unknown): string[] {
  return [...JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name = '']) => name,
  );
}

function withoutExamples<T>(part: T): T {
  return JSON.parse(
    JSON.stringify(part ?? null, (name, value) =>
      name === 'examples' || name === 'example' ? undefined : value,
    ),
  );
}
