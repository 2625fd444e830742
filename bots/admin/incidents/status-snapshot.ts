/** Reduces the engine's status report to what the incidents need. */
import type { BankComponent, InternalComponent, StatusReport } from '../../../src/engine/index.js';
import type { BankSnapshot, StatusSnapshot } from '../types.js';

const isBank = (component: BankComponent | InternalComponent): component is BankComponent =>
  component.group === 'upstream';

export function snapshotOf(report: StatusReport, ready: boolean): StatusSnapshot {
  const rounds = report.components.find(({ name }) => name === 'Probe rounds')?.status;
  const monitor = rounds === 'operational' || rounds === 'down' ? rounds : 'unknown';
  const banks = report.components.filter(isBank).map((bank): [string, BankSnapshot] => {
    const { providerKey, name, status, queue, httpStatus, egress } = bank;
    const [title = providerKey] = name.split(' — ');
    const { running, waiting } = queue;
    return [providerKey, { name: title, status, running, waiting, httpStatus, egress }];
  });
  return { ready, monitor, banks: Object.fromEntries(banks) };
}
