/** The parts of openapi.json that do not come from the schemas of routes. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { neededScopes } from '../scopes.js';

export type Document = OpenAPIV3_1.Document;

/** A bank of this deployment. */
export interface DocumentedBank {
  key: string;
  /** Layouts of its receipts. */
  sources: readonly string[];
}

const description = `Verifies Ethiopian bank and wallet payment receipts at the bank itself.

Send your API key in the \`x-api-key\` header. A restricted key needs one of the scopes in an operation's \`x-scopes\`; without one the
response is 403 \`insufficient_scope\`. Every error has one envelope; match on \`error.code\`, or on
\`error.reason\` where there is no code. Every verification response has a \`verdict\`: \`verified\`,
\`not_verified\` or \`could_not_check\`. Every response carries \`x-request-id\`; responses to a key also
\`x-api-key-prefix\`, \`RateLimit-Policy\` and \`RateLimit\`. \`Retry-After\` is in whole seconds. Never retry a failed
call automatically for a bank with \`viewLimited\` in \`GET /api/providers\`: its links open about five times in total.

The [guide](/docs/guide) has programs to start with, and clients for TypeScript, Python and PHP, which wait and retry by these rules.
Assistants call \`POST /mcp\`. [/docs/errors](/docs/errors) has a page for every error.`;

const textHeader = (description: string) => ({ description, schema: { type: 'string' } }) as const;
const headers = {
  'x-request-id': textHeader('Id of the call, also in the logs'),
  'x-api-key-prefix': textHeader('The first characters of the key'),
  'RateLimit-Policy': textHeader('Requests allowed per minute: `"default";q=60;w=60`'),
  RateLimit: textHeader('Requests left, and seconds until the next minute: `"default";r=59;t=42`'),
  'Retry-After': {
    description: 'Whole seconds to wait before a retry',
    schema: { type: 'integer', minimum: 1 },
  },
} as const satisfies Record<string, OpenAPIV3_1.HeaderObject>;
const keyed: readonly string[] = ['x-api-key-prefix', 'RateLimit-Policy', 'RateLimit'];
/** Statuses of failures after which a caller may have to wait. */
const waiting: readonly string[] = ['429', '503', '504'];

export function openapiBase(
  baseUrl: string,
): Pick<Document, 'openapi' | 'info' | 'servers' | 'tags'> & { components: OpenAPIV3_1.ComponentsObject } {
  return {
    openapi: '3.1.0',
    info: { title: 'Deresegn', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'verification', description: 'Receipts, verified at the bank' },
      { name: 'batches', description: 'Many verifications in one call' },
      { name: 'payment requests', description: 'Requests for amounts that customers owe; each closes once' },
      { name: 'assistants', description: 'Tools for assistants, by the Model Context Protocol' },
      { name: 'account', description: 'Usage of a key and its account' },
      { name: 'webhooks', description: 'Events of the account, delivered to your server' },
      { name: 'service', description: 'Banks, health, operation' },
      { name: 'documentation', description: 'This API, described for machines and people' },
      { name: 'sandbox', description: 'The simulated banks' },
    ],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        metricsToken: { type: 'http', scheme: 'bearer' },
      },
      headers,
    },
  };
}

/** Adds what schemas cannot express: operations without a key, scopes, response headers, and the banks. */
export function completeDocument(document: Document, banks: readonly DocumentedBank[]): Document {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      complete(operation as OpenAPIV3_1.OperationObject, method, path);
    }
  }
  const schemas = document.components?.schemas ?? {};
  allowMoreMembers(schemas);
  const values = {
    ProviderKey: banks.map(({ key }) => key),
    ReceiptSource: banks.flatMap((bank) => bank.sources),
  };
  for (const [name, all] of Object.entries(values)) {
    if (schemas[name]) schemas[name] = { ...schemas[name], enum: [...new Set(all)] };
  }
  const event = schemas.VerificationEvent;
  if (event)
    schemas.VerificationEvent = {
      ...event,
      discriminator: { propertyName: 'verdict', mapping: eventMapping },
    };
  return document;
}

function complete(operation: OpenAPIV3_1.OperationObject, method: string, path: string): void {
  operation.security ??= [];
  const isKeyed = operation.security.some((needed) => 'key' in needed);
  if (isKeyed) Object.assign(operation, { 'x-scopes': neededScopes(method, path) });
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    Object.assign(response, { headers: headersOf(isKeyed, status) });
    allowMoreMembers(response);
  }
}

const schemaNamed = (name: string) => `#/components/schemas/${name}`;
const eventMapping = {
  pending: schemaNamed('Pending'),
  verified: schemaNamed('Verification'),
  not_verified: schemaNamed('VerificationFailure'),
  could_not_check: schemaNamed('VerificationFailure'),
};

function headersOf(isKeyed: boolean, status: string): Record<string, OpenAPIV3_1.ReferenceObject> {
  const names = [
    'x-request-id',
    ...(isKeyed ? keyed : []),
    ...(waiting.includes(status) ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Later versions may add members to responses: no object forbids them, and only loose objects document them. */
function allowMoreMembers(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  if ('additionalProperties' in schema) {
    if (schema.additionalProperties === false) delete schema.additionalProperties;
    else schema.additionalProperties = true;
  }
  for (const member of Object.values(schema)) allowMoreMembers(member);
}
