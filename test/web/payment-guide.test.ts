/** `/docs/payment-requests`: every command and program of the page, as pasted, against the service with its simulated banks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guide, guideLanguages, openGuide } from './guides.js';

let guide: Guide;
beforeAll(async () => {
  guide = await openGuide('/docs/payment-requests');
});
afterAll(() => guide?.close());

const block = (part: string) => guide.blocks.find((text) => text.includes(part)) ?? '';

/** An account that is paid as the page says. @returns its key */
async function shop(): Promise<string> {
  const { key } = await guide.environment.mint();
  const body = { provider: 'telebirr', account: '0972835438' };
  expect((await guide.environment.post(key, body, '/api/receiving-accounts')).statusCode).toBe(201);
  return key;
}

describe('the commands', { tags: ['needs-curl'] }, () => {
  it('lead from nothing to a paid order, and no second request when they are repeated', async () => {
    const { key } = await guide.environment.mint();
    const { blocks, url, run } = guide;
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
    expect(await guide.programs.Python(block('from deresegn'), key)).toContain('\npaid 3650.00\n');
  });
});

describe.each(guideLanguages)('the program in %s', (language, part, tags) => {
  it('says paid for the receipt of the order alone', { tags: [...tags] }, async () => {
    const text = block(part);
    const right = await guide.programs[language](text, await shop());
    expect(right).toMatch(/^send the customer to http\S+\/pay\/pr_\w+\npaid 3650\.00\n$/);
    expect(text).toContain('DKK4A1C0F3');
    const missing = await guide.programs[language](text.replace('DKK4A1C0F3', 'DKK4A1GONE'), await shop());
    expect(missing).toMatch(/\nnot paid: not_verified not_found\n$/);
    const dear = await guide.programs[language](text.replace('3650.00', '3651.00'), await shop());
    expect(dear).toMatch(/\nnot paid: too_little ?\w*\n$/);
  });
});
