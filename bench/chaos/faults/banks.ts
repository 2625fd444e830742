/** Banks that misbehave on the connection, through the real egress; other banks must not be affected. */
import { existsSync, readFileSync } from 'node:fs';
import { settings } from '../environment.js';
import type { MisbehaviourName } from '../misbehaviours.js';
import type { Honest } from '../oracle.js';
import type { Fault } from './types.js';

/** Telebirr and Siinqee. Dashen does not misbehave, and its calls must succeed. */
const hosts = ['transactioninfo.ethiotelecom.et', 'siinqeebank.com'];
/** The 5 MiB that are read of an answer, and what the kernel and the two processes may buffer: buffers grow with the machine. */
const sentMax = (5 + 2) * 1024 ** 2 + bufferMax('tcp_rmem') + bufferMax('tcp_wmem');
/** Two rounds of probes, and the attempts that are running. */
const healsMsMax = 15_000;
/** A process of the service at rest is under 130 MB; nothing of 10 GB may stay in it. */
const memoryMbMax = 600;

/** The largest size of one TCP buffer in the kernel, bytes; known on Linux only. */
function bufferMax(name: 'tcp_rmem' | 'tcp_wmem'): number {
  const path = `/proc/sys/net/ipv4/${name}`;
  return existsSync(path) ? Number(readFileSync(path, 'utf8').trim().split(/\s+/)[2]) : 8 * 1024 ** 2;
}

interface Misbehaviour {
  misbehaviour: MisbehaviourName;
  title: string;
  short: boolean;
  /** Failures that callers may get. */
  expected: readonly Honest[];
  lastsMs: number;
}

const misbehaviours: readonly Misbehaviour[] = [
  {
    misbehaviour: 'hang',
    title: 'a bank that hangs',
    short: false,
    expected: ['bank_timeout'],
    lastsMs: 12_000,
  },
  {
    misbehaviour: 'reset',
    title: 'a bank that resets',
    short: false,
    expected: ['bank_unreachable'],
    lastsMs: 6_000,
  },
  {
    misbehaviour: 'trickle',
    title: 'a bank that sends a byte a second',
    short: true,
    expected: ['bank_timeout'],
    lastsMs: 12_000,
  },
  {
    misbehaviour: 'flood',
    title: 'a bank that sends 10 GB',
    short: false,
    expected: ['unreadable'],
    lastsMs: 6_000,
  },
  {
    misbehaviour: 'bomb',
    title: 'a bank that sends a gzip bomb',
    short: false,
    expected: ['unreadable'],
    lastsMs: 6_000,
  },
  {
    misbehaviour: 'redirect',
    title: 'a bank that redirects inside',
    short: false,
    expected: ['bank_blocked'],
    lastsMs: 6_000,
  },
];

export const bankFaults: readonly Fault[] = misbehaviours.map(
  ({ misbehaviour, title, short, expected, lastsMs }) => ({
    name: `bank-${misbehaviour}`,
    title,
    short,
    // Once a probe finds the bank down, calls are refused at once; calls in a queue that does not move give up.
    excuse: { failures: [...expected, 'provider_down', 'bank_busy'], broken: false },
    lastsMs,
    healsMsMax,
    // A round of probes that began during the fault still reports it when it ends.
    steadyMs: (settings.probeSeconds + 1) * 1000,
    inject: ({ environment: { banks } }) => banks.behave(misbehaviour, hosts),
    heal: ({ environment: { banks } }) => banks.behave('good'),
    async after({ environment: { banks, apis }, expectations }) {
      const { sentMax: sent, reached } = await banks.report();
      const memory = Math.max(...apis.map((api) => api.memoryMb()));
      if (reached > 0) expectations.violate('answer', 'a redirect inside was followed');
      if (sent > sentMax)
        expectations.violate('answer', `${sent} bytes of a bank were taken on one connection`);
      if (memory > memoryMbMax) expectations.violate('answer', `a process took ${Math.round(memory)} MB`);
      const taken = (sent / 1024 ** 2).toFixed(1);
      return `at most ${taken} MB sent on a connection, ${Math.round(memory)} MB in a process at its peak`;
    },
  }),
);
