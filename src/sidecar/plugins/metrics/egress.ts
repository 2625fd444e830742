/** What becomes of connections to banks and of their answers, for Prometheus. No label carries what a bank or a caller sent. */
import { Counter, type Registry } from 'prom-client';

/** @param dead connections by egress address; they are read when the metrics are. */
export function measureEgress(registry: Registry, dead: ReadonlyMap<string, number>): void {
  new Counter({
    name: 'deresegn_dead_handshakes_total',
    help: 'Connections to a bank that were opened and whose TLS handshake was never finished.',
    labelNames: ['egress'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [egress, count] of dead) this.inc({ egress }, count);
    },
  });
}

/** @param unreadable answers by `<provider> <because>`, words of ours both */
export function measureUnreadable(registry: Registry, unreadable: ReadonlyMap<string, number>): void {
  new Counter({
    name: 'deresegn_unreadable_total',
    help: 'Answers of a bank that could not be read: another date under the same number, another conflict, a missing field.',
    labelNames: ['provider', 'because'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [name, count] of unreadable) {
        const [provider = '', because = ''] = name.split(' ');
        this.inc({ provider, because }, count);
      }
    },
  });
}
