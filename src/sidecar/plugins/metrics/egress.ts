/** Metrics of failed connections to banks and of unreadable answers. No label contains text from a bank or caller. */
import { Counter, type Registry } from 'prom-client';

/** @param dead connections by egress address; read with each scrape */
export function measureEgress(registry: Registry, dead: ReadonlyMap<string, number>): void {
  new Counter({
    name: 'deresegn_dead_handshakes_total',
    help: 'Opened connections to a bank whose TLS handshake was never completed.',
    labelNames: ['egress'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [egress, count] of dead) this.inc({ egress }, count);
    },
  });
}

/** @param unreadable answers by `<provider> <because>`, both fixed words of this code */
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
