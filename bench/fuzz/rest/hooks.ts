/** Webhook updates, with and without the secret. */
import fc from 'fast-check';
import { updates } from '../bots/updates.js';
import { counter } from '../counter.js';
import { type FuzzEnvironment, hookSecret } from '../environment.js';
import { hostileValue, jsonBytes, mutatedBytes } from '../hostile.js';
import { type AnyTarget, target } from '../target.js';
import { type FuzzRequest, showRequest } from './request.js';
import { send } from './send.js';

const secretHeader = 'x-telegram-bot-api-secret-token';
/** Telegram reads the status only. */
const expectedStatuses = [200, 400, 401, 413, 415];
const right = { [secretHeader]: hookSecret };

export function hooks(environment: FuzzEnvironment): AnyTarget[] {
  const wild = environment.cashier.person('Wild', { language_code: 'en' });
  environment.cashier.chat(wild);
  return [
    hook(environment, 'cashier', updates(wild, ['start', 'today', 'help'], ['l:en', 'r:1', 'y'])),
    hook(environment, 'admin', updates(environment.owner, ['status', 'help'], ['a:1', 'yes'])),
  ];
}

function hook(
  environment: FuzzEnvironment,
  bot: 'cashier' | 'admin',
  inputs: fc.Arbitrary<object>,
): AnyTarget {
  const statuses = counter();
  const whole = fc
    .tuple(inputs, fc.nat(2 ** 31))
    .map(([update, id]) => jsonBytes({ ...update, update_id: id }));
  const body = fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 4, arbitrary: mutatedBytes(whole) },
    { weight: 1, arbitrary: hostileValue.map(jsonBytes) },
  );
  const headers = fc.constantFrom<Record<string, string>>(
    right,
    right,
    right,
    { [secretHeader]: 'a guess' },
    { [secretHeader]: '' },
    {},
  );
  const type = fc.constantFrom(...Array<string>(8).fill('application/json'), 'text/plain', '');
  return target<FuzzRequest>({
    name: `the webhook of the ${bot} bot`,
    inputs: fc.record({ body, headers, type }).map(({ body: sent, headers: more, type: kind }) => ({
      method: 'POST',
      path: `/telegram/${bot}`,
      key: 'absent',
      headers: { 'content-type': kind, ...more },
      body: sent,
    })),
    async fault(request) {
      try {
        const { status } = await send(environment, request);
        statuses.count(status);
        const isKnown = request.headers[secretHeader] === hookSecret;
        if (!isKnown && status === 200) return 'an update without the secret was accepted';
        if (isKnown && status === 401) return 'an update with the secret was refused';
        return expectedStatuses.includes(status) ? null : `answered ${status}`;
      } catch (error) {
        return `no answer: ${String(error)}`;
      }
    },
    show: showRequest,
    runs: { full: 50_000, short: 40 },
    streams: 2,
    seen: statuses.seen,
  });
}
