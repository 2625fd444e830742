/** Whether this process can work at all, for Prometheus; what `/readyz` says of the store. */
import { Gauge, type Registry } from 'prom-client';
import type { Engine } from '../../../engine/api/index.js';

export function measureStore(registry: Registry, engine: Pick<Engine, 'ready'>): void {
  new Gauge({
    name: 'deresegn_store_up',
    help: 'Whether this process can reach the store: without it nothing is verified.',
    registers: [registry],
    collect() {
      this.set(engine.ready() ? 1 : 0);
    },
  });
}
