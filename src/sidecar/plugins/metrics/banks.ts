/** How each bank is, for Prometheus: from what is in memory, as the status is. Labels carry provider keys and states alone. */
import { Gauge, type Registry } from 'prom-client';
import type { BankComponent, Engine } from '../../../engine/api/index.js';

const states = ['operational', 'degraded', 'down', 'unknown'] as const;

export function measureBanks(registry: Registry, engine: Pick<Engine, 'status'>): void {
  const gauge = (name: string, help: string, labelNames: string[], set: (gauge: Gauge, bank: Bank) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const bank of banksOf(engine)) set(this, bank);
      },
    });

  gauge(
    'deresegn_bank_up',
    'Whether a bank answers, from one egress address at least; no figure while that is not known.',
    ['provider'],
    (up, { provider, status }) => {
      if (status !== 'unknown') up.set({ provider }, status === 'down' ? 0 : 1);
    },
  );
  gauge(
    'deresegn_bank_state',
    'State of a bank: 1 for the one it is in.',
    ['provider', 'state'],
    (state, { provider, status }) => {
      for (const one of states) state.set({ provider, state: one }, one === status ? 1 : 0);
    },
  );
  gauge(
    'deresegn_bank_lookups_running',
    'Lookups under way at a bank, of all processes.',
    ['provider'],
    (running, { provider, queue }) => running.set({ provider }, queue.running),
  );
  gauge(
    'deresegn_bank_calls_waiting',
    'Calls that wait in the line of a bank, of all processes.',
    ['provider'],
    (waiting, { provider, queue }) => waiting.set({ provider }, queue.waiting),
  );
}

type Bank = Pick<BankComponent, 'status' | 'queue'> & { provider: string };

function banksOf(engine: Pick<Engine, 'status'>): Bank[] {
  return engine
    .status()
    .components.filter((component) => 'providerKey' in component)
    .map(({ providerKey: provider, status, queue }) => ({ provider, status, queue }));
}
