/** Connections to Redis that break, or stay open and become silent. */

import type { Environment } from '../environment.js';
import type { Link } from '../link.js';
import { noExcuse } from '../oracle.js';
import type { Fault } from './types.js';

/** A silent connection is given up after a few seconds, and opened again. */
const healsMsMax = 15_000;
/** Long enough to include the first attempt of every client to reconnect. */
const swallowMs = 1_000;
const cutMs = 6_000;

const linkOf = ({ link }: Environment): Link => {
  if (!link) throw new Error('nothing lies between the service and Redis');
  return link;
};

/** Waits for as many subscriptions as before, because verifications succeed without them. */
function linkFault(fault: Pick<Fault, 'name' | 'title' | 'excuse' | 'lastsMs' | 'inject'>): Fault {
  let before = 0;
  return {
    ...fault,
    short: false,
    setting: 'link',
    healsMsMax,
    prepare: async ({ environment }) => {
      before = linkOf(environment).subscribers();
    },
    healed: ({ environment }) => linkOf(environment).subscribers() >= before,
  };
}

export const linkFaults: readonly Fault[] = [
  linkFault({
    name: 'reconnect-swallowed',
    title: 'connections to Redis cut, their first reconnects accepted and never answered',
    excuse: { failures: ['unavailable'], broken: false },
    lastsMs: swallowMs,
    inject: async ({ environment }) => linkOf(environment).swallow(swallowMs),
  }),
  // Waiting calls also poll every two seconds: slower, with the same answers.
  linkFault({
    name: 'pubsub-cut',
    title: 'the pub/sub connections alone cut, again and again',
    excuse: noExcuse,
    lastsMs: cutMs,
    inject: async ({ environment }) => linkOf(environment).cutSubscribers(cutMs),
  }),
  linkFault({
    name: 'pubsub-frozen',
    title: 'the pub/sub connections alone go silent',
    excuse: noExcuse,
    lastsMs: 2_000,
    inject: async ({ environment }) => linkOf(environment).freezeSubscribers(),
  }),
];
