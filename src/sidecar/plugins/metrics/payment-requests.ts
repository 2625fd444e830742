/** Metrics of payment requests. No label names an account, a request or a receipt. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Engine } from '../../../engine/api/index.js';

type Deps = Pick<Engine, 'paymentFigures'>;

export function measurePaymentRequests(registry: Registry, engine: Deps): void {
  new Counter({
    name: 'deresegn_payment_requests_total',
    help: 'Payment requests, by what happened to them: made, paid, review, expired, canceled.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      const { changes } = engine.paymentFigures();
      for (const [event, count] of Object.entries(changes)) this.inc({ event }, count);
    },
  });
  new Counter({
    name: 'deresegn_payment_checks_total',
    help: 'Checks of receipts handed in for payment requests, by outcome; retrying: the bank did not answer.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      const { checks } = engine.paymentFigures();
      for (const [outcome, count] of Object.entries(checks)) this.inc({ outcome }, count);
    },
  });
  gauge(registry, engine, 'waiting', {
    name: 'deresegn_payment_checks_waiting',
    help: 'Receipts handed in for payment requests whose bank has not answered yet, over all processes.',
  });
  gauge(registry, engine, 'overdue', {
    name: 'deresegn_payment_requests_overdue',
    help: 'Payment requests with work that no process has taken up for a minute, over all processes.',
  });
}

function gauge(
  registry: Registry,
  engine: Deps,
  figure: 'waiting' | 'overdue',
  about: { name: string; help: string },
): void {
  new Gauge({
    ...about,
    registers: [registry],
    collect() {
      this.set(engine.paymentFigures().work[figure]);
    },
  });
}
