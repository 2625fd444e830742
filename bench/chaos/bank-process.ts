/** Controls the process of the simulated banks. */
import { startProcess } from '../../test/support/processes.js';
import type { MisbehaviourName } from './misbehaviours.js';

export interface BankReport {
  /** Requests that reached a bank, by host and path. */
  hits: Record<string, number>;
  /** The most bytes one connection of a misbehaving bank could send before it was cut. */
  sentMax: number;
  /** Requests that followed a redirect to an internal address. */
  reached: number;
}

export interface Banks {
  /** Value for EGRESS. */
  egress: string;
  pid: number;
  behave(misbehaviour: MisbehaviourName | 'good', hosts?: readonly string[]): Promise<void>;
  report(): Promise<BankReport>;
  /** Requests for a link that opens a few times, by the bank's own count. */
  views(reference: string): Promise<number>;
  close(): Promise<void>;
}

export async function startBanks(): Promise<Banks> {
  const process = startProcess('bench/chaos/bank.ts', []);
  const port = /port (\d+)/.exec(await process.until(/port \d+/))?.[1];
  // One order at a time: answers carry no id, so only their order shows which order they belong to.
  let turn: Promise<unknown> = Promise.resolve();
  const order = async <T>(what: object): Promise<T> => {
    const answer = turn.then(() => process.ask(JSON.stringify(what)));
    turn = answer.catch(() => undefined);
    return JSON.parse(await answer) as T;
  };
  const report = () => order<BankReport>({ report: true });
  return {
    egress: `main=http://127.0.0.1:${port}`,
    pid: process.pid,
    behave: async (misbehaviour, hosts = []) => void (await order({ misbehaviour, hosts })),
    report,
    views: async (reference) => (await report()).hits[`siinqeebank.com/receipt/${reference}`] ?? 0,
    close: async () => void (await process.end('SIGKILL')),
  };
}
