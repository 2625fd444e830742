/** The primary is lost and a replica takes over; writes that were not replicated are counted in the report. */

import type { Environment } from '../environment.js';
import type { Group } from '../groups.js';
import type { Fault } from './types.js';

const groupOf = ({ group }: Environment): Group => {
  if (!group) throw new Error('one Redis has nobody to take its place');
  return group;
};

const failover = (setting: 'sentinel' | 'cluster', title: string): Fault => ({
  name: `${setting}-failover`,
  title,
  short: false,
  setting,
  replicated: true,
  excuse: { failures: ['unavailable'], broken: false },
  lastsMs: 0,
  healsMsMax: 5_000,
  inject: ({ environment }) => groupOf(environment).losePrimary(),
  // The lost server is started again once the new primary serves everything.
  after: async ({ environment }) => {
    await groupOf(environment).rejoin();
    return '';
  },
});

export const failoverFaults: readonly Fault[] = [
  failover('sentinel', 'the primary that three Sentinels watch over is lost'),
  failover('cluster', 'a primary of a cluster of three shards is lost'),
];
