/** Processes of the service killed without warning; whoever supervises them starts them again a second later. */
import type { Excuse } from '../rules.js';
import type { Fault } from './types.js';

/** Connections to the dead break; the living answer as ever. */
const broken: Excuse = { failures: [], broken: true };

export const processFaults: readonly Fault[] = [
  {
    name: 'api-killed',
    title: 'API process killed',
    short: true,
    excuse: broken,
    lastsMs: 0,
    inject: ({ apis }) => apis[1].kill(),
  },
  {
    name: 'worker-killed',
    title: 'one of two API workers killed',
    short: false,
    excuse: broken,
    lastsMs: 0,
    async inject({ apis }) {
      const [worker] = apis[0].workers();
      if (worker === undefined) throw new Error('the service has no workers');
      process.kill(worker, 'SIGKILL');
    },
  },
  {
    name: 'first-killed',
    title: 'first process of two workers killed',
    short: false,
    excuse: broken,
    lastsMs: 0,
    inject: ({ apis }) => apis[0].kill(),
  },
  {
    name: 'bot-killed',
    title: 'bot killed',
    short: false,
    excuse: { failures: [], broken: false },
    lastsMs: 0,
    inject: ({ bot }) => bot.kill(),
  },
];
