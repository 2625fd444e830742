/** Metrics of payment requests and of the receipts submitted for them. */
import { attemptOutcomes, type PaymentFigures, type PaymentRequestStatus } from '../api/index.js';
import type { StoredAttempt } from './record.js';

export interface Figures {
  created(): void;
  changed(status: PaymentRequestStatus): void;
  /** A check has ended. */
  checked(attempt: Pick<StoredAttempt, 'outcome' | 'retrying'>): void;
  /** Sets the counts of all processes, as read from the store. */
  observed(work: PaymentFigures['work']): void;
  read(): PaymentFigures;
}

export function createFigures(): Figures {
  const changes = { made: 0, paid: 0, review: 0, expired: 0, canceled: 0 };
  const checks = Object.fromEntries([...attemptOutcomes, 'retrying'].map((name) => [name, 0]));
  let work = { waiting: 0, overdue: 0 };
  return {
    created() {
      changes.made += 1;
    },
    changed(status) {
      if (status !== 'open') changes[status] += 1;
    },
    checked({ outcome, retrying }) {
      const name = retrying ? 'retrying' : outcome;
      if (name !== null) checks[name] = (checks[name] ?? 0) + 1;
    },
    observed(current) {
      work = current;
    },
    read: () => ({ changes: { ...changes }, checks: { ...checks } as PaymentFigures['checks'], work }),
  };
}
