/**
 * `/docs/guide` and `/docs/payment-requests`: every command, and every program in a language that is not installed with Node,
 * as pasted, does what the page says, against the service with its simulated banks.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOneOrder, expectPaidRequest, type Guide, openGuide } from './guides.js';

let guide: Guide;
let payments: Guide;
beforeAll(async () => {
  guide = await openGuide('/docs/guide');
  payments = await openGuide('/docs/payment-requests');
});
afterAll(async () => {
  await guide?.close();
  await payments?.close();
});

const block = (part: string) => payments.blocks.find((text) => text.includes(part)) ?? '';

describe('the commands of payment requests', { tags: ['needs-curl', 'needs-python3'] }, () => {
  it('lead from nothing to a paid order, and no second request when they are repeated', async () => {
    const { key } = await payments.environment.mint();
    const { blocks, url, run } = payments;
    const commands = blocks.slice(1, 5);
    expect(commands.map((text) => /curl/.test(text))).toEqual([true, true, true, true]);
    expect(blocks[0]).toContain(`export DERESEGN_URL=${url}\nexport DERESEGN_KEY=`);
    const output = await run('bash', ['-ec', commands.join('\necho\n')], { DERESEGN_KEY: key });
    const [account, made, handedIn, shown] = output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(account).toMatchObject({ provider: 'telebirr', lastFour: '5438' });
    expect(made).toMatchObject({
      status: 'open',
      amount: '3650.00',
      url: expect.stringMatching(`/pay/${made.id}$`),
    });
    expect(handedIn.attempt).toMatchObject({ outcome: 'paid' });
    expect(shown).toMatchObject({ id: made.id, status: 'paid' });
    const again = await run('bash', ['-ec', block('idempotency-key')], { DERESEGN_KEY: key });
    expect(JSON.parse(again)).toMatchObject({ id: made.id, status: 'paid' });
    expect(await payments.programs.Python(block('from deresegn'), key)).toContain('\npaid 3650.00\n');
  });
});

// At once: a bank that does not answer is asked three times, with pauses.
describe.concurrent.each([
  ['Python', 'needs-python3'],
  ['PHP', 'needs-php'],
] as const)('in %s', (language, tag) => {
  it(
    'the program of the guide prints what the guide says, pays one order, and logs no receipt',
    {
      tags: [tag],
    },
    () => expectOneOrder(guide, language),
  );

  it(
    'the program of payment requests says paid for the receipt of the order alone',
    {
      tags: [tag],
    },
    () => expectPaidRequest(payments, language),
  );
});
