/** The PHP file against the whole service, and the code of docs/php.md. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';
import { endings, expectedOf, type Order, sandboxOrder } from './support.js';
import { bad, good, secret } from './webhook-samples.js';

const file = join(repository, 'clients/php/deresegn.php');

describe('deresegn.php', { tags: ['needs-php'] }, () => {
  let environment: TestEnvironment;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    environment = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '1' });
    const { key } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
    env = { PATH: process.env.PATH, DERESEGN_URL: await listen(environment), DERESEGN_KEY: key };
  });
  afterAll(() => environment?.close());

  async function decide(order: Order, reference: string, changes: NodeJS.ProcessEnv = {}): Promise<string> {
    const args = [file, reference, order.amount, order.account, order.id];
    const run = promisify(execFile)('php', args, { env: { ...env, ...changes } });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    return (stdout || stderr).trim();
  }

  it('accepts what is settled, and refuses every other ending for its reason', async () => {
    const said = await Promise.all(
      endings.map(async (ending) => {
        const { order, reference } = sandboxOrder(ending);
        return [ending, await decide(order, reference)];
      }),
    );
    // Here a bank has one second to answer.
    const expected = endings.map((ending) => [ending, expectedOf(ending)]);
    const slow = { SLOW: 'try again later: bank_timeout' };
    expect(Object.fromEntries(said)).toEqual({ ...Object.fromEntries(expected), ...slow });
  });

  it('refuses another amount, another account, a second order and a wrong key', async () => {
    const { order, reference } = sandboxOrder('7R1Z');
    expect(await decide({ ...order, amount: '1.00' }, reference)).toBe('refused: amount_mismatch');
    expect(await decide({ ...order, account: '251900000000', id: 'b' }, reference)).toBe(
      'refused: receiver_mismatch, seen_before',
    );
    expect(await decide(order, reference)).toBe('paid');
    const wrong = await decide(order, reference, { DERESEGN_KEY: 'vk_test_wrong' });
    expect(wrong).toMatch(/^try again later: .*API key/);
    expect(await decide({ ...order, account: '' }, reference)).toContain('Expect an amount and a receiver');
  });

  it('asks a link that opens few times once', async () => {
    const code = `require $argv[1]; $what = ['reference' => 'SQB26K2RONCE', 'provider' => 'siinqee'];
      echo json_encode(Deresegn\\verify($what, ['amount' => '5', 'name' => 'A B'], 'a')['why']);`;
    const { stdout } = await promisify(execFile)('php', ['-r', code, file], { env });
    expect(stdout).toBe('["bank_unreachable"]');
    const hits = await environment.get('/sandbox/hits?provider=siinqee&reference=SQB26K2RONCE');
    expect(hits.json()).toEqual({ hits: 1 });
  });

  it('takes webhooks that are signed, and no other', () => {
    const code = `require $argv[1];
      foreach (json_decode(stream_get_contents(STDIN)) as [$headers, $body, $secret]) {
        try { $said[] = Deresegn\\webhook(array_change_key_case((array) $headers), $body, $secret)['id']; }
        catch (Deresegn\\WebhookError) { $said[] = 'refused'; }
      }
      echo json_encode($said);`;
    const refused = bad();
    const single = good().filter(([, , , secrets]) => typeof secrets === 'string');
    const cases = [...single.map(([, ...rest]) => rest), ...refused.map(([, ...rest]) => [...rest, secret])];
    const { stdout } = spawnSync('php', ['-r', code, file], {
      input: JSON.stringify(cases),
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual([...single.map(() => 'evt_1'), ...refused.map(() => 'refused')]);
  });

  it('is used by docs/php.md in code that PHP can read', () => {
    const page = readFileSync(join(repository, 'docs/php.md'), 'utf8');
    const blocks = [...page.matchAll(/```php\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks.length).toBe(5);
    for (const block of blocks) {
      const { status, stdout } = spawnSync('php', ['-l'], { input: `<?php\n${block}`, encoding: 'utf8' });
      expect({ status, stdout }).toMatchObject({ status: 0 });
    }
  });
});
