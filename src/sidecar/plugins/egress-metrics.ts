/** How the connections to banks are, for Prometheus. Labels carry names of egress addresses alone. */
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
