/** Metric of the store's reachability, as in `/readyz`. */
import { Gauge, type Registry } from 'prom-client';
import type { Engine } from '../../../engine/api/index.js';

export function measureStore(registry: Registry, engine: Pick<Engine, 'ready'>): void {
  new Gauge({
    name: 'deresegn_store_up',
    help: '1 when this process can reach the store, else 0; nothing is verified without it.',
    registers: [registry],
    collect() {
      this.set(engine.ready() ? 1 : 0);
    },
  });
}
