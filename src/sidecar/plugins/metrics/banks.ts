/** Metrics of each bank's health and queue, from memory like the status. Labels are provider keys and states only. */
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
    '1 when a bank answers at least one egress address, else 0; absent while unknown.',
    ['provider'],
    (up, { provider, status }) => {
      if (status !== 'unknown') up.set({ provider }, status === 'down' ? 0 : 1);
    },
  );
  gauge(
    'deresegn_bank_state',
    'State of a bank: 1 for its current state, 0 for the others.',
    ['provider', 'state'],
    (state, { provider, status }) => {
      for (const name of states) state.set({ provider, state: name }, name === status ? 1 : 0);
    },
  );
  gauge(
    'deresegn_bank_lookups_running',
    'Running lookups at a bank, in all processes.',
    ['provider'],
    (running, { provider, queue }) => running.set({ provider }, queue.running),
  );
  gauge(
    'deresegn_bank_calls_waiting',
    'Calls waiting in the queue of a bank, in all processes.',
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
