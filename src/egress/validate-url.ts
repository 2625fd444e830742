import ipaddr from 'ipaddr.js';
import { TransportError } from './errors.js';
import type { OutgoingRequest, Realm } from './types.js';

/**
 * Validates a request's URL before anything is sent: https (in the sandbox also http), exactly an allowed origin, no user
 * info, a host name and not an address.
 *
 * @throws TransportError `forbidden`
 */
export function validateUrl(request: OutgoingRequest, realm: Realm): URL {
  const url = readUrl(request.url);
  const secure = url?.protocol === 'https:' || (realm === 'sandbox' && url?.protocol === 'http:');
  if (!url || !secure) throw new TransportError('forbidden', 'only https addresses are fetched');
  if (url.username || url.password)
    throw new TransportError('forbidden', 'an address with user info is not fetched');
  if (ipaddr.isValid(withoutBrackets(url.hostname)))
    throw new TransportError('forbidden', 'a bank is asked by its name, not by its address');
  if (!request.origins.includes(url.origin)) {
    throw new TransportError('forbidden', 'the origin is not in the list of this request');
  }
  return url;
}

/** `host` or `host:port` for messages; empty when absent. */
export function hostOf(text: string): string {
  return readUrl(text)?.host ?? '';
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Removes the brackets of an IPv6 address in a URL. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
