/** The built service where the image and the unit put it: no rights, nothing to write on but /tmp and its own data. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../support/ports.js';
import { repository, type TestProcess } from '../support/processes.js';
import { startTestRedis, type TestRedis, temporaryDirectory } from '../support/redis.js';
import { startConfined } from './confined.js';

const production = {
  NODE_ENV: 'production',
  BANKS: 'sandbox',
  ALLOW_SANDBOX: 'true',
  SESSION_SECRET: 's'.repeat(32),
  BASE_URL: 'http://127.0.0.1:8080',
  LOG_LEVEL: 'warn',
  PORT: '0',
};
/** A directory of the system that every machine has, and nobody needs in the namespace. */
const dataPlace = '/srv';

let scratch: string;
let redis: TestRedis | undefined;
let services: TestProcess[];

beforeEach(async () => {
  scratch = await temporaryDirectory();
  services = [];
});

afterEach(async () => {
  await Promise.all(services.map((service) => service.end('SIGKILL')));
  await redis?.close();
  redis = undefined;
  await rm(scratch, { recursive: true, force: true });
});

async function serving(env: Record<string, string>, data?: string): Promise<TestProcess> {
  const port = String(await freePort());
  const options = {
    env: { ...production, PORT: port, BASE_URL: `http://127.0.0.1:${port}`, ...env },
    ...(data && { data }),
  };
  const service = startConfined(scratch, [process.execPath, 'dist/main.js'], options);
  services.push(service);
  await service.until(/serves at .*\n.*Banks/);
  return service;
}

const urlOf = (service: TestProcess) => /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';

/** What Linux says of the rights of a process. */
async function rightsOf(pid: number): Promise<Record<string, string>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const wanted = ['Uid', 'Gid', 'CapEff', 'CapPrm', 'CapBnd', 'NoNewPrivs'];
  const lines = status.split('\n').map((line) => line.split(':') as [string, string?]);
  return Object.fromEntries(
    lines.flatMap(([name, value = '']) => (wanted.includes(name) ? [[name, value.trim()]] : [])),
  );
}

const none = '0000000000000000';
const nobody = { Uid: 'nobody', Gid: 'nobody', CapEff: none, CapPrm: none, CapBnd: none, NoNewPrivs: '1' };
const asNobody = (rights: Record<string, string>) => ({
  ...rights,
  ...(rights.Uid?.split(/\s+/).every((id) => id === '65534') && { Uid: 'nobody' }),
  ...(rights.Gid?.split(/\s+/).every((id) => id === '65534') && { Gid: 'nobody' }),
});

/** As the Dockerfile's last stage has it. */
function commandOf(instruction: 'CMD' | 'HEALTHCHECK'): string[] {
  const text = readFileSync(join(repository, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, ' ');
  const line = text.split('\n').findLast((one) => one.startsWith(instruction));
  return JSON.parse(/(?:^| )CMD (\[.*\])$/.exec(line ?? '')?.[1] ?? '[]') as string[];
}

function supports(flag: string): boolean {
  return spawnSync(process.execPath, [flag, '--version']).status === 0;
}

interface Compose {
  services: { redis: { command?: string[] } };
}

async function verify(service: TestProcess, key: string, body: object): Promise<unknown> {
  const answer = await fetch(`${urlOf(service)}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  return await answer.json();
}

describe('the service without rights on a read-only file system', { tags: ['needs-root'] }, () => {
  it('really is: what is confined can write to /tmp and nowhere else', async () => {
    const places = '/ /mnt/app /mnt/app/dist /mnt/app/node_modules /usr /etc /var/tmp /srv /home';
    const attempt = `for place in ${places} /tmp; do touch $place/x 2> /dev/null && echo $place; done; true`;
    const process = startConfined(scratch, ['sh', '-c', attempt]);
    expect(await process.end()).toBe(0);
    expect(process.stdout()).toBe('/tmp\n');
  });

  it('verifies links, PDFs and pictures with a Redis beside it, as compose.yaml runs it, and ends in order', async () => {
    const port = String(await freePort());
    redis = await startTestRedis({ port, requirepass: 'hunter2' });
    const env = { REDIS_URL: `redis://:hunter2@127.0.0.1:${port}` };
    const service = await serving({ ...env, WORKERS: '2' });
    const mint = ['dist/src/cli/main.js', 'keys', 'mint', '--mode', 'test', '--json'];
    const cli = startConfined(scratch, [process.execPath, ...mint], { env: { ...production, ...env } });
    expect(await cli.end()).toBe(0);
    const { key } = JSON.parse(cli.stdout()) as { key: string };

    expect(await verify(service, key, { reference: 'DKK4A1B2C3' })).toMatchObject({ verdict: 'verified' });
    const pdf = { reference: 'UGOKS0A1B2', provider: 'mpesa' };
    expect(await verify(service, key, pdf)).toMatchObject({ verdict: 'verified' });
    const drawn = await fetch(`${urlOf(service)}/sandbox/screenshots/telebirr/DKK4A1B2C3.png`);
    const form = new FormData();
    form.set('file', await drawn.blob(), 'receipt.png');
    const read = await fetch(`${urlOf(service)}/api/verify-image`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: form,
    });
    expect(await read.json()).toMatchObject({ verdict: 'verified', detections: [{ by: 'qr' }] });
    const page = await fetch(`${urlOf(service)}/dashboard`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);

    const children = await readFile(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8');
    const workers = children.trim().split(/\s+/).map(Number);
    expect(workers).toHaveLength(2);
    for (const pid of [service.pid, ...workers]) expect(asNobody(await rightsOf(pid))).toEqual(nobody);
    expect(await readdir(`/proc/${service.pid}/root/tmp`)).toEqual([]);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.stderr()).toBe('');
  });

  it('starts by the image’s own command, and its health check tells a service that runs from one that does not', async () => {
    const [port, redisPort] = [String(await freePort()), String(await freePort())];
    redis = await startTestRedis({ port: redisPort, requirepass: 'hunter2' });
    const places = {
      BASE_URL: `http://127.0.0.1:${port}`,
      REDIS_URL: `redis://:hunter2@127.0.0.1:${redisPort}`,
    };
    const env = { ...production, ...places, PORT: port };
    const [, ...flags] = commandOf('CMD');
    // Node 20 does not know all of them.
    const known = flags.filter((flag) => !flag.startsWith('--dis') || supports(flag));
    const check = commandOf('HEALTHCHECK').slice(1);
    const isHealthy = async () =>
      await startConfined(scratch, [process.execPath, ...check], { env: { PORT: port } }).end();
    expect(await isHealthy()).toBe(1);
    const service = startConfined(scratch, [process.execPath, ...known], { env });
    services.push(service);
    await service.until(/serves at .*\n.*Banks/);
    expect(await isHealthy()).toBe(0);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await isHealthy()).toBe(1);
  });

  it('keeps its own Redis in DATA_DIR alone, as the unit runs it', async () => {
    const service = await serving({ DATA_DIR: dataPlace }, dataPlace);
    const held = await readdir(`/proc/${service.pid}/root${dataPlace}`);
    expect(held).toEqual(expect.arrayContaining(['redis.sock', 'appendonlydir']));
    expect(await readdir(`/proc/${service.pid}/root/tmp`)).toEqual([]);
    const demo = await fetch(`${urlOf(service)}/api/demo-verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reference: 'DKK4A1B2C3' }),
    });
    expect(await demo.json()).toMatchObject({ verdict: 'verified' });
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('has the Redis of compose.yaml beside it, which keeps data under the same limits and shows nobody its password', async () => {
    const port = String(await freePort());
    const { command = [] } = (parse(await readFile(join(repository, 'compose.yaml'), 'utf8')) as Compose)
      .services.redis;
    const script = (command.at(-1) ?? '')
      .replaceAll('$$', '$')
      .replace('server -', `server - --port ${port}`)
      // The runtime of containers mounts the secret there.
      .replace('$(cat /run/secrets/redis_password)', '$REDIS_PASSWORD');
    expect(script).toContain(port);
    expect(script).toContain('$REDIS_PASSWORD');
    // The image starts it in its data directory.
    const options = { env: { REDIS_PASSWORD: 'hunter2' }, data: dataPlace };
    const server = startConfined(scratch, ['sh', '-c', `cd ${dataPlace}\n${script}`], options);
    services.push(server);
    const url = `redis://:hunter2@127.0.0.1:${port}`;
    await server.until(/Ready to accept connections/);
    expect(await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).toMatch(/^redis-server/);
    expect(await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain('hunter2');
    expect(asNobody(await rightsOf(server.pid))).toEqual(nobody);
    const service = await serving({ REDIS_URL: url });
    expect((await fetch(`${urlOf(service)}/readyz`)).status).toBe(200);
    expect(await readdir(`/proc/${server.pid}/root${dataPlace}`)).toContain('appendonlydir');
    const stranger = startConfined(scratch, [process.execPath, 'dist/main.js'], {
      env: { ...production, REDIS_URL: `redis://127.0.0.1:${port}` },
    });
    expect(await stranger.end()).toBe(1);
    expect(stranger.stderr()).toContain('(NOAUTH)');
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('says plainly that its data cannot be kept where nothing can be written', async () => {
    const service = startConfined(scratch, [process.execPath, 'dist/main.js'], { env: production });
    expect(await service.end()).toBe(1);
    expect(service.stderr()).toMatch(/^DATA_DIR \(\.\/data\) cannot be used \(E[A-Z]+\)\.\n$/);
  });
});

it('the unit of systemd leaves it less exposed than 1.5 of 10, by the reckoning of systemd itself', {
  tags: ['needs-systemd-analyze'],
}, () => {
  const unit = join(repository, 'docs/deresegn.service');
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
  const [, exposure] = /Overall exposure level for .*: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(exposure)).toBeLessThan(1.5);
});
