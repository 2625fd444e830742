/** Metrics of webhook deliveries. No label names an account or an address. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Engine } from '../../../engine/api/index.js';

export function measureWebhooks(registry: Registry, engine: Pick<Engine, 'webhookFigures'>): void {
  new Counter({
    name: 'deresegn_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      const { attempts } = engine.webhookFigures();
      for (const [outcome, count] of Object.entries(attempts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'deresegn_webhook_accounts',
    help: 'Accounts with attempts of this process in the last 15 minutes: delivering if one succeeded, else failing.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { accounts } = engine.webhookFigures();
      for (const [state, count] of Object.entries(accounts)) this.set({ state }, count);
    },
  });
}
