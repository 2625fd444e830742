/** What comes out of a service that is used, fails and crashes with secrets that can be found again: none of them. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blank } from '../sidecar/pictures.js';
import { type AiEndpoint, fails, startAiEndpoint } from '../support/ai-endpoint.js';
import { builtCli, builtService } from '../support/built.js';
import { freePort } from '../support/ports.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { startTestRedis, type TestRedis } from '../support/redis.js';
import { badRequest, startTelegram } from '../support/telegram/index.js';
import { found, operatorSecrets, shownByPs } from './canaries.js';

const { redisPassword, proxyPassword, ...variables } = operatorSecrets;
const reference = 'DKK7M4RK01';
const link = `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
const account = '1000987654321';

let redis: TestRedis;
let ai: AiEndpoint;
let telegram: Awaited<ReturnType<typeof startTelegram>>;
let service: TestProcess;
let url: string;
/** What callers and holders of accounts have: keys, links, sessions. */
let callerSecrets: Record<string, string> = {};
/** What only the caller who asked may be told: never in a log, a metric, a page for everybody or a title. */
let receiptSecrets: Record<string, string> = {};
/** What the service answered to whoever asked, callers' own answers left out. */
const publicAnswers: string[] = [];
/** What it answered to callers. */
const answers: string[] = [];
/** What `ps` showed, looked at now and then. */
const titles: string[] = [];

const env = () => ({
  ...variables,
  NODE_ENV: 'production',
  BASE_URL: `http://127.0.0.1:${port}`,
  BANKS: 'sandbox',
  ALLOW_SANDBOX: 'true',
  ADMIN_CHAT_IDS: '1',
  REDIS_URL: `redis://:${redisPassword}@127.0.0.1:${redisPort}`,
  PORT: port,
  WORKERS: '2',
  LOG_LEVEL: 'trace',
  ATTEMPT_TIMEOUT_SECONDS: '3',
  OPENAI_BASE_URL: ai.baseURL,
  TELEGRAM_API_ROOT: telegram.root,
});
let redisPort: string;
let port: string;

async function ask(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url + path, init);
  return `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`;
}

async function verify(key: string, body: object | string, path = '/api/verify'): Promise<string> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const accept = 'application/json, text/event-stream';
  const headers = { 'content-type': 'application/json', accept, 'x-api-key': key };
  const answer = await ask(path, { method: 'POST', headers, body: payload });
  answers.push(answer);
  return answer;
}

/** Bytes that are no request, as they are sent by mistake. */
function shout(text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => {
      heard += chunk;
    });
    socket.once('close', () => resolve(heard)).on('error', () => resolve(heard));
  });
}

async function cli(...args: string[]): Promise<string> {
  const child = startProcess(builtCli, args, { env: { ...env(), LOG_LEVEL: 'trace' } });
  await child.end();
  titles.push(child.stderr());
  return child.stdout();
}

function lookAround(): void {
  titles.push(shownByPs(service.pid).text);
}

const onLinux = process.platform === 'linux';

describe.runIf(onLinux)('of a service in use', { tags: ['needs-redis-server'] }, () => {
  beforeAll(async () => {
    redisPort = String(await freePort());
    port = String(await freePort());
    redis = await startTestRedis({ port: redisPort, requirepass: redisPassword });
    ai = await startAiEndpoint(fails(401));
    telegram = await startTelegram();
    const bot = telegram.bot(variables.CASHIER_BOT_TOKEN, 'deresegn_test_bot');
    const admin = telegram.bot(variables.ADMIN_BOT_TOKEN, 'deresegn_admin_test_bot');
    const [almaz, selam] = [bot.person('Almaz', { language_code: 'en' }), admin.person('Selam')];
    const more = {
      ADMIN_CHAT_IDS: String(selam.id),
      EGRESS: `main=direct,spare=http://u:${proxyPassword}@127.0.0.1:1`,
    };
    service = startProcess(builtService, [], { env: { ...env(), ...more } });
    await service.until(/serves at .*\n.*Banks/);
    url = /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';
    const minted = JSON.parse(await cli('keys', 'mint', '--mode', 'test', '--json')) as Record<
      string,
      string
    >;
    const { key = '', account: id = '' } = minted;
    const signIn = JSON.parse(await cli('login-link', id, '--json')) as { url: string };
    const token = new URL(signIn.url).searchParams.get('token') ?? '';
    callerSecrets = { key, token, unknownKey: `vk_live_${'M4rk'.repeat(8)}` };

    const told = await verify(key, { url: link, account });
    const payer = /"payer":\{"name":"([^"]+)"/.exec(told)?.[1] ?? '';
    receiptSecrets = { reference, account, payer, outcome: 'DKK7M4' };
    expect(told).toContain('"verified"');
    for (const end of ['GONE', 'WALL', 'BADR', 'TRAP', 'HUGE', 'XSSX', 'DIFF', 'ONCE', 'HANG'])
      await verify(key, { reference: `DKK7M4${end}`, account });
    await verify(callerSecrets.unknownKey ?? '', { url: link });
    await verify(key, `{"reference":"${reference}","account":"${account}"`);
    await verify(key, { text: `${key} ${link}` });
    await verify(key, { reference: 5, account, [key]: key });
    await verify(
      key,
      { images: [{ imageBase64: Buffer.from(key).toString('base64') }] },
      '/api/verify-image',
    );
    const tool = { name: 'verify_receipt', arguments: { url: link, account } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool };
    expect(await verify(key, message, '/mcp')).toContain('"verified"');
    await verify(key, { ...message, params: { name: key, arguments: { [key]: link } } }, '/mcp');
    const picture = (await blank(77)).toString('base64');
    expect(await verify(key, { imageBase64: picture }, '/api/verify-image')).toMatch(/^503 /);
    lookAround();

    publicAnswers.push(
      await ask(`/nowhere/${key}?key=${key}&link=${link}`, { headers: { accept: 'text/html' } }),
      await ask(`/api/verify/${key}`, { headers: { 'x-api-key': callerSecrets.unknownKey ?? '' } }),
      await ask('/metrics', { headers: { authorization: 'Bearer wrong' } }),
      await ask('/telegram/cashier', { method: 'POST', body: '{}' }),
      await ask('/dashboard/login', { method: 'POST', body: new URLSearchParams({ token }) }),
      await shout(`${key} ${link}\r\n\r\n`),
    );

    const chat = bot.chat(almaz);
    bot.fails('sendMessage', { refusal: badRequest(`chat of ${variables.CASHIER_BOT_TOKEN}`) });
    bot.fails('sendMessage', { drop: 'before' });
    chat.sends.text('/start');
    await chat.until(() => bot.callsOf('sendMessage').length > 0);
    chat.sends.text(`${link} ${key}`);
    const desk = admin.chat(selam);
    desk.sends.text(`/key ${key}`);
    desk.sends.text('/status');
    await desk.message(/./);

    const bearer = { authorization: `Bearer ${variables.METRICS_TOKEN}` };
    publicAnswers.push(await ask('/metrics', { headers: bearer }));
    for (const path of [
      '/',
      '/docs',
      '/docs/json',
      '/docs/guide',
      '/openapi.json',
      '/llms.txt',
      '/status',
      '/status.atom',
    ])
      publicAnswers.push(await ask(path, { headers: { accept: 'text/html' } }));
    for (const path of ['/api/status', '/api/providers', '/readyz', '/healthz', '/sandbox'])
      publicAnswers.push(await ask(path));

    await redis.signal('SIGKILL');
    for (let nth = 0; nth < 5; nth += 1) expect(await verify(key, { url: link })).toMatch(/^503 /);
    publicAnswers.push(await ask('/api/status'), await ask('/readyz'));
    lookAround();
    const [, worker] = shownByPs(service.pid).pids;
    if (worker) process.kill(worker, 'SIGKILL');
    await redis.start();
    while (!/^200 /.test(await ask('/readyz').catch(() => ''))) await sleep(100);
    await service.end('SIGTERM');
  }, 180_000);

  afterAll(async () => {
    await service?.end('SIGKILL');
    await telegram?.close();
    await ai?.close();
    await redis?.close();
  });

  const everySecret = () => ({ ...operatorSecrets, ...callerSecrets, ...receiptSecrets });

  it('there was something to leak, and the AI endpoint did quote its key', () => {
    for (const [name, secret] of Object.entries(everySecret()))
      expect(secret.length, name).toBeGreaterThan(5);
    expect(ai.calls.map(({ authorization }) => authorization)).toContain(
      `Bearer ${variables.OPENAI_API_KEY}`,
    );
    expect(found(answers.join('\n'), receiptSecrets)).toEqual(expect.arrayContaining(['reference', 'payer']));
    expect(service.stderr()).toMatch(/"level":"(warn|error)"/);
    expect(service.stderr()).toContain('"answered"');
  });

  it('the log and everything else it writes names no secret, no receipt and no payer', () => {
    expect(found(service.stdout() + service.stderr(), everySecret())).toEqual([]);
  });

  it('metrics, pages, documents, status and refusals name none', () => {
    expect(publicAnswers.length).toBeGreaterThan(15);
    expect(found(publicAnswers.join('\n'), everySecret())).toEqual([]);
  });

  it('no caller is told a secret of the operator, nor a key again', () => {
    const { key = '', ...others } = callerSecrets;
    expect(found(answers.join('\n'), { ...operatorSecrets, key, ...others })).toEqual([]);
  });

  it('the titles and arguments of its processes and threads name none', () => {
    expect(titles.join('\n')).toContain('dist/main.js');
    expect(found(titles.join('\n'), everySecret())).toEqual([]);
  });
});

describe('of a service that cannot start', { timeout: 120_000 }, () => {
  const marks = { ...operatorSecrets, short: 'mark-too-short', address: 'mark-no-address' };

  async function written(env: Record<string, string>): Promise<string> {
    const child = startProcess(builtService, [], { env: { LOG_LEVEL: 'trace', PORT: '0', ...env } });
    expect(await child.end()).toBe(1);
    return child.stdout() + child.stderr();
  }

  it('a configuration that is wrong all over names the variables and none of their values', async () => {
    const said = await written({
      ...variables,
      PORT: marks.address,
      BASE_URL: marks.address,
      SESSION_SECRET: marks.short,
      REDIS_URL: `http://:${redisPassword}@127.0.0.1`,
      EGRESS: `main=ftp://u:${proxyPassword}@127.0.0.1`,
      ADMIN_CHAT_IDS: variables.ADMIN_BOT_TOKEN,
      TELEGRAM_API_ROOT: variables.CASHIER_BOT_TOKEN.replace(':', ' '),
      OPENAI_BASE_URL: marks.address,
      TLS_PINS: marks.address,
      BOT_MODE: 'webhook',
    });
    expect(said).toContain('SESSION_SECRET: needs at least 32 characters');
    expect(said).toContain('REDIS_URL');
    expect(found(said, marks)).toEqual([]);
    expect(said).not.toContain('AAHmarkCashier');
  });

  it('a Redis that is not there, or not at such an address, is named without its password', async () => {
    const places = ['127.0.0.1:1', 'no-such-host.invalid:6379', '127.0.0.1:1/not-a-number'];
    const single = places.map((place) => `redis://someone:${redisPassword}@${place}`);
    for (const REDIS_URL of [
      ...single,
      `${single[0]},${single[0]}`,
      `unix:///nowhere?password=${redisPassword}`,
    ]) {
      const said = await written({ REDIS_URL });
      expect(said).toMatch(/Redis|REDIS_URL/);
      expect(found(said, marks)).toEqual([]);
    }
  });
});
