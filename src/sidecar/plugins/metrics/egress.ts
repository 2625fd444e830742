/** Metrics of failed connections to banks and of unreadable answers. No label contains text from a bank or caller. */
import type { Registry } from 'prom-client';
import { counter } from './in-memory.js';

/** @param dead connections by egress address; read with each scrape */
export function measureEgress(registry: Registry, dead: ReadonlyMap<string, number>): void {
  counter(registry, {
    name: 'deresegn_dead_handshakes_total',
    help: 'Opened connections to a bank whose TLS handshake was never completed.',
    labelNames: ['egress'],
    values: () => dead,
  });
}

/** @param unreadable answers by `<provider> <because>`, both fixed words of this code */
export function measureUnreadable(registry: Registry, unreadable: ReadonlyMap<string, number>): void {
  counter(registry, {
    name: 'deresegn_unreadable_total',
    help: 'Answers of a bank that could not be read: another date under the same number, another conflict, a missing field.',
    labelNames: ['provider', 'because'],
    values: () => [...unreadable].map(([name, count]) => [name.split(' '), count]),
  });
}
