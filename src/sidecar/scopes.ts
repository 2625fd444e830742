/** The scopes that restricted keys need, by endpoint. openapi.json lists them, and admission checks them. */
import { type NeededScopes, scopes } from '../engine/api/operation.js';

interface Rule {
  /** The path, or what it begins with. */
  path: RegExp;
  read: NeededScopes;
  /** Of methods other than GET and HEAD, where they need others. */
  write?: NeededScopes;
}

/** The first rule that matches counts. */
const rules: readonly Rule[] = [
  { path: /^\/api\/verify-image$/, read: ['images'] },
  { path: /^\/api\/(?:verify|verify-batch|resolve)$/, read: ['verify'] },
  // A key that may send a request may read its result.
  { path: /^\/api\/batches\//, read: ['verify', 'read'] },
  { path: /^\/api\/verify\//, read: ['verify', 'images', 'payment_requests', 'read'] },
  {
    path: /^\/api\/(?:payment-requests|receiving-accounts)(?:\/|$)/,
    read: ['payment_requests', 'read'],
    write: ['payment_requests'],
  },
  { path: /^\/api\/webhook-/, read: ['webhooks'] },
  { path: /^\/api\/events$/, read: ['webhooks', 'read'] },
  { path: /^\/api\/(?:usage|verifications)$/, read: ['read'] },
  // Each tool needs the scopes of its endpoint.
  { path: /^\/mcp$/, read: scopes },
];

/**
 * Any one of these is enough.
 * @param path of the route, as Fastify or OpenAPI write it
 * @throws TypeError for an endpoint that needs a key and is not listed
 */
export function neededScopes(method: string, path: string): NeededScopes {
  const rule = rules.find((rule) => rule.path.test(path));
  if (rule === undefined) throw new TypeError(`${method} ${path} needs a key, and no scope is known for it`);
  return method.toUpperCase() === 'GET' || method.toUpperCase() === 'HEAD'
    ? rule.read
    : (rule.write ?? rule.read);
}
