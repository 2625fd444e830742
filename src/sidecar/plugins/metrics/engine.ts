/** Metrics that the engine keeps. No label names an account, a request, a receipt or an address. */
import type { Registry } from 'prom-client';
import type { Engine } from '../../../engine/api/index.js';
import { counter, gauge } from './in-memory.js';

const bankStates = ['operational', 'degraded', 'down', 'unknown'] as const;

export function measureEngine(registry: Registry, engine: Engine): void {
  gauge(registry, {
    name: 'deresegn_store_up',
    help: '1 when this process can reach the store, else 0; nothing is verified without it.',
    values: () => [[[], engine.ready() ? 1 : 0]],
  });
  measureBanks(registry, engine);
  counter(registry, {
    name: 'deresegn_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by outcome.',
    labelNames: ['outcome'],
    values: () => Object.entries(engine.webhookFigures().attempts),
  });
  gauge(registry, {
    name: 'deresegn_webhook_accounts',
    help: 'Accounts with attempts of this process in the last 15 minutes: delivering if one succeeded, else failing.',
    labelNames: ['state'],
    values: () => Object.entries(engine.webhookFigures().accounts),
  });
  counter(registry, {
    name: 'deresegn_payment_requests_total',
    help: 'Payment requests, by what happened to them: made, paid, review, expired, canceled.',
    labelNames: ['event'],
    values: () => Object.entries(engine.paymentFigures().changes),
  });
  counter(registry, {
    name: 'deresegn_payment_checks_total',
    help: 'Checks of receipts handed in for payment requests, by outcome; retrying: the bank did not answer.',
    labelNames: ['outcome'],
    values: () => Object.entries(engine.paymentFigures().checks),
  });
  gauge(registry, {
    name: 'deresegn_payment_checks_waiting',
    help: 'Receipts handed in for payment requests whose bank has not answered yet, over all processes.',
    values: () => [[[], engine.paymentFigures().work.waiting]],
  });
  gauge(registry, {
    name: 'deresegn_payment_requests_overdue',
    help: 'Payment requests with work that no process has taken up for a minute, over all processes.',
    values: () => [[[], engine.paymentFigures().work.overdue]],
  });
}

function measureBanks(registry: Registry, engine: Engine): void {
  const banks = () => engine.status().components.filter((component) => 'providerKey' in component);
  gauge(registry, {
    name: 'deresegn_bank_up',
    help: '1 when a bank answers at least one egress address, else 0; absent while unknown.',
    labelNames: ['provider'],
    values: () =>
      banks()
        .filter(({ status }) => status !== 'unknown')
        .map(({ providerKey, status }) => [providerKey, status === 'down' ? 0 : 1]),
  });
  gauge(registry, {
    name: 'deresegn_bank_state',
    help: 'State of a bank: 1 for its current state, 0 for the others.',
    labelNames: ['provider', 'state'],
    values: () =>
      banks().flatMap(({ providerKey, status }) =>
        bankStates.map((state) => [[providerKey, state], state === status ? 1 : 0] as const),
      ),
  });
  gauge(registry, {
    name: 'deresegn_bank_lookups_running',
    help: 'Running lookups at a bank, in all processes.',
    labelNames: ['provider'],
    values: () => banks().map(({ providerKey, queue }) => [providerKey, queue.running]),
  });
  gauge(registry, {
    name: 'deresegn_bank_calls_waiting',
    help: 'Calls waiting in the queue of a bank, in all processes.',
    labelNames: ['provider'],
    values: () => banks().map(({ providerKey, queue }) => [providerKey, queue.waiting]),
  });
}
