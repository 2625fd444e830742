/** The PHP file against the whole service, and the code of docs/php.md. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code } from '../extractor/pictures.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';
import { startServer } from '../support/servers.js';
import { endings, expectedOf, type Order, sandboxOrder } from './support.js';
import { bad, good, other, secret, signed } from './webhook-samples.js';

const file = join(repository, 'clients/php/deresegn.php');
const page = readFileSync(join(repository, 'docs/php.md'), 'utf8');
const blocks = [...page.matchAll(/```php\n([\s\S]*?)```/g)].map(([, block = '']) => block);

describe('deresegn.php', { tags: ['needs-php'], concurrent: true }, () => {
  let environment: TestEnvironment;
  let env: NodeJS.ProcessEnv;
  /** Gives up soon on a bank that hangs. The other leaves a bank its time, on a busy machine too. */
  let hasty: TestEnvironment;
  let hastyEnv: NodeJS.ProcessEnv;
  beforeAll(async () => {
    // Room for all tests at once: none waits for a bank that another asks.
    environment = await openEnvironment({ PROVIDER_CONCURRENCY: '*=64' });
    hasty = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '1' });
    env = await envOf(environment);
    hastyEnv = await envOf(hasty);
  });
  afterAll(async () => {
    await environment?.close();
    await hasty?.close();
  });

  async function envOf(service: TestEnvironment): Promise<NodeJS.ProcessEnv> {
    const { key } = await service.mint({ plan: 'enterprise', rate: 100_000 });
    return { PATH: process.env.PATH, DERESEGN_URL: await listen(service), DERESEGN_KEY: key };
  }

  async function decide(order: Order, reference: string, changes: NodeJS.ProcessEnv = {}): Promise<string> {
    const args = [file, reference, order.amount, order.account, order.id];
    const run = promisify(execFile)('php', args, { env: { ...env, ...changes } });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    return (stdout || stderr).trim();
  }

  /** What a program says: a list of what it gives `say`. `$given` is what it is given. */
  async function run(program: string, given: unknown = null, changes: NodeJS.ProcessEnv = {}) {
    const code = `namespace Deresegn;
      require $argv[1];
      function say(mixed $what): void { echo json_encode($what), "\\n"; }
      $given = json_decode(getenv('GIVEN'), true);
      ${program}`;
    const { stdout } = await promisify(execFile)('php', ['-r', code, file], {
      env: { ...env, ...changes, GIVEN: JSON.stringify(given) },
    });
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as unknown);
  }

  it('accepts what is settled, and refuses every other ending for its reason', async () => {
    const said = await Promise.all(
      endings.map(async (ending) => {
        const { order, reference } = sandboxOrder(ending);
        return [ending, await decide(order, reference, ending === 'HANG' ? hastyEnv : env)];
      }),
    );
    const expected = endings.map((ending) => [ending, expectedOf(ending)]);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
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
  });

  it('says in a shell what docs/php.md says', async () => {
    const { key } = await environment.mint({ rate: 1_000 });
    const lines = [...page.matchAll(/^php deresegn\.php (\S+) (\S+) (\S+) (\S+) +# (.*)$/gm)];
    expect(lines).toHaveLength(3);
    for (const [, reference = '', amount = '', account = '', id = '', said] of lines) {
      expect(await decide({ id, amount, account }, reference, { DERESEGN_KEY: key })).toBe(said);
    }
  });

  it('asks a link that opens few times once', async () => {
    const told = await run(`$what = ['reference' => 'SQB26K2RONCE', 'provider' => 'siinqee'];
      say(verify($what, ['amount' => '5', 'name' => 'A B'], 'a')['why']);`);
    expect(told).toEqual([['bank_unreachable']]);
    const hits = await environment.get('/sandbox/hits?provider=siinqee&reference=SQB26K2RONCE');
    expect(hits.json()).toEqual({ hits: 1 });
  });

  it('never repeats a reading that is doubtful, and never says not verified of it', async ({
    onTestFinished,
  }) => {
    const error = { reason: 'doubtful_reading', retry: 'never', message: 'Type it.', docs: '' };
    const doubtful = { ok: false, verdict: 'could_not_check', reference: 'DKK4A1GONE', error };
    const pending = { verdict: 'pending', processingStatus: 'queued', requestId: 'r1' };
    for (const [steps, paths] of [
      [[[400, doubtful]], ['/api/verify']],
      [
        [
          [202, pending],
          [400, { ...doubtful, processingStatus: 'failed', requestId: 'r1' }],
        ],
        ['/api/verify', '/api/verify/r1'],
      ],
    ] as const) {
      let asked = 0;
      const service = await startServer((_, response) => {
        const [status, body] = steps[Math.min(asked++, steps.length - 1)] ?? [500, {}];
        response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
        response.end(JSON.stringify(body));
      });
      onTestFinished(() => service.close());
      const told = await run(
        `$ended = verify(['reference' => 'DKK4A1GONE'], ['amount' => '5', 'account' => '1'], 'a');
        say([$ended['verdict'], $ended['accepted'], $ended['why'], $ended['body']['error']['retry']]);`,
        null,
        { DERESEGN_URL: `http://127.0.0.1:${service.port}` },
      );
      expect(told).toEqual([['could_not_check', false, ['doubtful_reading'], 'never']]);
      expect(service.requests.map(({ path }) => path.split('?')[0])).toEqual(paths);
    }
  });

  it('reads pictures, and makes the other calls', async () => {
    const { key } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
    const { order, reference } = sandboxOrder('7V1Z');
    const { resolvedUrl } = (await environment.post(key, { reference }, '/api/resolve')).json();
    const given = { ...order, picture: (await code(resolvedUrl, 8)).toString('base64') };
    const told = await run(
      `$saved = ['amount' => $given['amount'], 'receiver' => 'saved'];
      $pictures = [base64_decode($given['picture'])];
      say(verifyImage($pictures, $saved, 'a')['why']);
      $account = api('POST', '/api/receiving-accounts', ['provider' => 'telebirr', 'account' => $given['account']]);
      say(verifyImage($pictures, ['receiver' => 'saved', 'amount' => 'any'], 'a')['accepted']);
      say(api('DELETE', '/api/receiving-accounts/' . $account['id'])['ok']);
      say([api('GET', '/api/usage')['plan'], api('GET', '/api/status')['banks'], api('GET', '/api/events')['more']]);
      try { api('POST', '/api/webhook-endpoints', ['url' => 'https://x.example', 'event' => ['*']]); }
      catch (ServiceError $error) { say([$error->reason, $error->mayRepeat, count($error->issues) > 0, $error->getMessage()]); }`,
      given,
      { DERESEGN_KEY: key },
    );
    expect(told).toEqual([
      ['receiver_not_checked'],
      true,
      true,
      ['enterprise', 'sandbox', false],
      ['invalid_request', false, true, expect.stringContaining('event')],
    ]);
  });

  it('goes on when nobody waits for it, and tells the end', async () => {
    const told = await run(
      `$begun = begin(['reference' => 'DKK4A7HANG'], null, 'b');
      say([$begun['verdict'], $begun['accepted']]);
      do $ended = poll($begun['body']['requestId']); while ($ended['verdict'] === 'pending' && usleep(50_000) === null);
      say([$ended['verdict'], $ended['why']]);`,
      null,
      hastyEnv,
    );
    expect(told).toEqual([
      ['pending', false],
      ['could_not_check', ['bank_timeout']],
    ]);
  });

  it('waits no longer than it is told, for a service that takes a call and never answers', async ({
    onTestFinished,
  }) => {
    const silent = await startServer(() => undefined);
    onTestFinished(() => silent.close());
    const from = Date.now();
    const told = await run(
      `try { verify(['reference' => 'DKK4A1B2C3'], null, 'a', 0.5); }
      catch (ServiceError $error) { say([$error->mayRepeat, $error->getMessage()]); }`,
      null,
      { DERESEGN_URL: `http://127.0.0.1:${silent.port}` },
    );
    expect(told).toEqual([[true, 'No answer of the service (HTTP 0).']]);
    // By itself a call may take 40 s.
    expect(Date.now() - from).toBeLessThan(30_000);
  });

  it('says what to do about every misuse, before anything is sent', async () => {
    const mistakes: readonly [string, string][] = [
      ['Unknown in the expectation: ammount', "verify($what, $to + ['ammount' => 5], 'a')"],
      ['Unknown in the request: provder', "verify($what + ['provder' => 'cbe'], $to, 'a')"],
      ['Expect an amount', "verify($what, ['account' => '1'], 'a')"],
      ['Expect a receiver', "verify($what, ['amount' => 5, 'bank' => 'telebirr'], 'a')"],
      ['Expect a receiver', "begin($what, ['amount' => 5, 'account' => ' '], 'a')"],
      ['Expect a receiver, as text', "verifyImage(['x'], ['amount' => 5, 'account' => 911223344], 'a')"],
      ["The receiver is 'saved'", "verify($what, $to + ['receiver' => 'saved'], 'a')"],
      ['exactly one of', "verify($what + ['text' => 'X'], $to, 'a')"],
      ['exactly one of', 'handInReceipt("pr_x", [])'],
      ['exactly one of url, reference and text in items.1', "createBatch([$what, ['id' => 'a']], 'a')"],
      ['Unknown in items.0: expcet', "createBatch([$what + ['expcet' => $to]], 'a')"],
      ['Unknown in the query: staus', "listPaymentRequests(['staus' => 'paid'])"],
      ['list of pictures', "verifyImage([], $to, 'a')"],
      ['printable ASCII', "verify($what, $to, '')"],
      ['printable ASCII', 'verify($what, $to, "a\\nx-api-key: other")'],
      ['begins with whsec_', "webhook(['webhook-id' => 'a'], '{}', '')"],
      ['has a verdict', "outcome(['object' => []])"],
    ];
    const tried = mistakes.map(
      ([, call]) =>
        `try { ${call}; say('nothing'); } catch (\\InvalidArgumentException $error) { say($error->getMessage()); }`,
    );
    const before = "$what = ['reference' => 'X']; $to = ['amount' => '5', 'account' => '1'];";
    const told = await run(before + tried.join('\n'), {}, { DERESEGN_URL: 'http://127.0.0.1:9' });
    expect(told).toEqual(mistakes.map(([message]) => expect.stringContaining(message)));
    for (const [name, said] of [
      ['DERESEGN_URL', /misused: Set DERESEGN_URL/],
      ['DERESEGN_KEY', /misused: Set DERESEGN_KEY/],
    ] as const) {
      expect(await decide(sandboxOrder('7R1Z').order, 'X', { [name]: '' })).toMatch(said);
    }
  });

  it('takes webhooks that are signed, and no other', async () => {
    const refused = bad();
    const taken = good().map(([, ...rest]) => rest);
    const cases = [...taken, ...refused.map(([, ...rest]) => [...rest, secret])];
    const told = await run(
      `foreach ($given as [$headers, $body, $secret]) {
        try { say(webhook((array) $headers, $body, $secret)['id']); } catch (WebhookError) { say('refused'); }
      }`,
      cases,
    );
    expect(told).toEqual([...taken.map(() => 'evt_1'), ...refused.map(() => 'refused')]);
  });

  it('is used by docs/php.md in code that PHP can read', () => {
    expect(blocks.length).toBe(6);
    for (const block of blocks) {
      const { status, stdout } = spawnSync('php', ['-l'], { input: `<?php\n${block}`, encoding: 'utf8' });
      expect({ status, stdout }).toMatchObject({ status: 0 });
    }
  });

  it('works in Laravel as docs/php.md has it', { tags: ['needs-laravel'] }, async ({ onTestFinished }) => {
    const { key } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
    const [first, second, third] = [sandboxOrder('7L1Z'), sandboxOrder('7L2Z'), sandboxOrder('7L3Z')];
    const { amount, account } = third.order;
    const asked = { reference: third.reference, expect: { amount, account } };
    const verified = (await environment.post(key, asked)).json();
    const hook = (requestId: string, by = secret) => {
      const data = { ...verified, requestId };
      const raw = JSON.stringify({ type: 'verification.completed', timestamp: '2026-11-20T07:30:01Z', data });
      return [signed(by, 0, raw), raw, 'r-1'];
    };
    const given = {
      deresegn: { url: env.DERESEGN_URL, key, webhook_secret: secret },
      jobs: {
        account: first.order.account,
        orders: {
          // A receipt sent after the one that pays takes nothing back.
          paid: [first.order.amount, `I paid, ${first.reference}`, 'DKK4A1GONE'],
          used: [first.order.amount, first.reference],
          wrong: ['1.00', first.reference],
          gone: ['5', 'DKK4A1GONE'],
          unknown: ['5', 'hello'],
          later: ['5', 'DKK4A3WALL'],
        },
      },
      routes: {
        account: second.order.account,
        orders: {
          paid: [second.order.amount, second.reference],
          gone: ['5', 'DKK4A1GONE'],
          later: ['5', 'DKK4A5WALL'],
          nothing: ['5', null],
        },
      },
      hooks: { paid: hook('r-1'), other: hook('r-2'), forged: hook('r-1', other) },
    };
    const folder = await mkdtemp(join(tmpdir(), 'deresegn-laravel-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [, , , settings, job, routes] = blocks;
    const written = { settings: `function settings() { ${settings} }`, job, routes };
    for (const [name, text] of Object.entries(written)) {
      await writeFile(join(folder, `${name}.php`), `<?php ${text}`);
    }
    await cp(file, join(folder, 'deresegn.php'));
    const args = ['-d', 'display_errors=1', join(repository, 'test/clients/laravel.php'), folder];
    const shop = { env: { ...env, GIVEN: JSON.stringify(given) } };
    const { stdout } = await promisify(execFile)('php', args, shop);
    expect(JSON.parse(stdout)).toEqual({
      jobs: {
        paid: [true, '', null],
        used: [false, 'seen_before', null],
        wrong: [false, 'amount_mismatch, seen_before', null],
        gone: [false, 'not_found', null],
        unknown: [false, 'unsupported_reference', null],
        // The queue has it again after a minute.
        later: [false, null, { tried: 1, in: 60 }],
      },
      routes: {
        paid: [200, true, 'verified', []],
        gone: [200, false, 'not_verified', ['not_found']],
        later: [200, false, 'could_not_check', ['bank_blocked']],
        nothing: [200, false, 'could_not_check', ['invalid_request']],
      },
      hooks: { paid: [204, true], other: [204, false], forged: [400, false] },
      unknown: 404,
    });
  });
});
