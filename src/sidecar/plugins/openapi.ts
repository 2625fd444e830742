/** The parts of openapi.json that do not come from routes. */
import type { OpenAPIV3_1 } from 'openapi-types';

const description = `Verifies Ethiopian bank and wallet payment receipts at the bank itself.

Send your API key in the \`x-api-key\` header. Every error has one envelope; match on \`error.code\`, or on
\`error.reason\` where there is no code. Every verification response has a \`verdict\`: \`verified\`,
\`not_verified\` or \`could_not_check\`. Every response carries \`x-request-id\`; responses to a key also
\`x-api-key-prefix\`, \`RateLimit-Policy\` and \`RateLimit\`. \`Retry-After\` is in whole seconds. Never retry a failed
call automatically for a bank with \`viewLimited\` in \`GET /api/providers\`: its links open about five times in total.`;

export function openapiFacts(baseUrl: string): Pick<
  OpenAPIV3_1.Document,
  'openapi' | 'info' | 'servers' | 'tags'
> & {
  components: OpenAPIV3_1.ComponentsObject;
} {
  return {
    openapi: '3.1.0',
    info: { title: 'Deresegn', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'verification', description: 'Receipts, verified at the bank' },
      { name: 'account', description: 'Usage of a key and its account' },
      { name: 'service', description: 'Banks, health, operation' },
      { name: 'documentation', description: 'This description, for machines and people' },
      { name: 'sandbox', description: 'The simulated banks' },
    ],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        metricsToken: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
