import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenStoreOptions, openStore } from '../../../../src/engine/store/connection/connect.js';
import { withDirectoryLock } from '../../../../src/engine/store/connection/directory-lock.js';
import { findServer, probeSocket } from '../../../../src/engine/store/connection/local-redis.js';
import { type StoreConnection, StoreError } from '../../../../src/engine/store/types.js';
import { createLog } from '../../../../src/log.js';
import { testLog } from '../../../support/log.js';
import { startProcess, type TestProcess } from '../../../support/processes.js';
import { removeDataDirectory, startTestRedis, temporaryDirectory } from '../../../support/redis.js';

let dataDir: string;
let stores: StoreConnection[];
let members: TestProcess[];

beforeEach(async () => {
  dataDir = await temporaryDirectory();
  stores = [];
  members = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(stores.map((store) => store.close()));
  await Promise.all(members.map((member) => member.end('SIGTERM')));
  await removeDataDirectory(dataDir);
});

async function open(options: Partial<OpenStoreOptions> = {}): Promise<StoreConnection> {
  const store = await openStore({ dataDir, production: false, log: testLog(), ...options });
  stores.push(store);
  return store;
}

async function startMember(env: Record<string, string> = {}, detached = false): Promise<TestProcess> {
  const member = startProcess('test/support/store-member.ts', [], {
    env: { DATA_DIR: dataDir, ...env },
    detached,
  });
  members.push(member);
  await member.until(/redis|embedded/);
  return member;
}

async function serverPid(store: StoreConnection): Promise<number> {
  return Number(/process_id:(\d+)/.exec(await store.client.info('server'))?.[1]);
}

async function killServer(): Promise<void> {
  const client = await open();
  process.kill(await serverPid(client), 'SIGKILL');
  await client.close();
}

const socket = () => join(dataDir, 'redis.sock');

describe('a local Redis', { tags: ['needs-redis-server'] }, () => {
  it('listens on a private socket only, appends to a file and never evicts', async () => {
    const store = await open();
    const config = async (name: string) => ((await store.client.config('GET', name)) as string[])[1];

    expect(store.kind).toBe('redis');
    expect(await config('port')).toBe('0');
    expect(await config('appendonly')).toBe('yes');
    expect(await config('appendfsync')).toBe('everysec');
    expect(await config('maxmemory-policy')).toBe('noeviction');
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(socket())).mode & 0o777).toBe(0o700);
  });

  it('keeps its data when the service and Redis itself are killed', async () => {
    const first = await startMember();
    expect(await first.ask('set receipt kept')).toBe('OK');
    const pid = await serverPid(await open());
    await first.end('SIGKILL');
    await Promise.all(stores.splice(0).map((store) => store.close()));
    expect(await probeSocket(socket())).toBe('dead');

    const second = await startMember();
    expect(await second.ask('get receipt')).toBe('kept');
    expect(await second.ask('set usage 7')).toBe('OK');
    const store = await open();
    expect(await serverPid(store)).not.toBe(pid);
    process.kill(await serverPid(store), 'SIGKILL');
    await second.end('SIGKILL');

    const third = await startMember();
    expect(await third.ask('get usage')).toBe('7');
  });

  it('is started again, with its data, when it dies under a running service', async () => {
    const store = await open();
    await store.client.set('key', 'kept');
    process.kill(await serverPid(store), 'SIGKILL');
    const answer = await vi.waitFor(() => store.client.get('key'), { timeout: 30_000, interval: 50 });
    expect(answer).toBe('kept');
  });

  it('is shared by later processes and stopped by the last one', async () => {
    const first = await open();
    const member = await startMember();
    expect(await member.ask('set shared yes')).toBe('OK');
    expect(await first.client.get('shared')).toBe('yes');

    await first.close();
    expect(await member.ask('get shared')).toBe('yes');
    expect(await member.end('SIGTERM')).toBe(0);
    expect(await probeSocket(socket())).toBe('dead');
  });

  it('does not wait for a service that was killed', async () => {
    const store = await open();
    const killed = await startMember();
    await killed.end('SIGKILL');
    await store.close();
    expect(await probeSocket(socket())).toBe('dead');
  });

  it('is started once when several start at the same moment', async () => {
    const [a, b, c] = await Promise.all([startMember(), startMember(), startMember()]);
    expect(await a.ask('set together 1')).toBe('OK');
    expect(await b.ask('get together')).toBe('1');
    expect(await c.ask('get together')).toBe('1');
    const opened = await Promise.all([open(), open(), open()]);
    expect(new Set(await Promise.all(opened.map(serverPid))).size).toBe(1);
  });

  it('serves a process that starts while the last one stops', async () => {
    for (let round = 0; round < 5; round++) {
      const leaving = await open();
      const [next] = await Promise.all([open(), leaving.close()]);
      expect(await next.client.ping()).toBe('PONG');
      await next.close();
    }
  });

  it('survives Ctrl+C in the terminal until its service has finished', async () => {
    const member = await startMember({}, true);
    process.kill(-member.pid, 'SIGINT');
    await member.until(/interrupted/);
    expect(await member.ask('set last word')).toBe('OK');
  });

  it('replaces the socket and the lock of dead processes', async () => {
    await (await startMember()).end('SIGKILL');
    await killServer();
    const dead = startProcess('src/log.ts', []);
    await dead.end();
    await writeFile(join(dataDir, 'redis.lock'), JSON.stringify({ pid: dead.pid, host: hostname() }));
    expect(existsSync(socket())).toBe(true);
    expect((await open()).kind).toBe('redis');
    expect(existsSync(join(dataDir, 'redis.lock'))).toBe(false);
  });

  it('never takes over a directory that serves something else and is open to others', async () => {
    await chmod(dataDir, 0o755);
    await writeFile(join(dataDir, 'letters.txt'), 'mine');
    await expect(open()).rejects.toThrow(/use an empty directory/);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o755);
  });

  it('reports in one plain line that its directory is not writable', async () => {
    const gone = join(dataDir, 'gone');
    const locking = withDirectoryLock(gone, async () => {});
    await expect(locking).rejects.toThrow(StoreError);
    await expect(locking).rejects.toThrow(
      `DATA_DIR cannot be used: ${gone}/redis.lock cannot be written (ENOENT).`,
    );
  });

  it('reports a directory whose path is too long for a socket', async () => {
    dataDir = join(dataDir, 'd'.repeat(80), 'e'.repeat(80));
    await mkdir(dataDir, { recursive: true });
    await expect(open()).rejects.toThrow(/too long for a socket/);
  });
});

describe('the embedded store', () => {
  beforeEach(() => vi.stubEnv('PATH', join(dataDir, 'nothing')));

  it('says plainly what it lacks, and how to get Redis', async () => {
    const lines: string[] = [];
    const store = await open({ log: createLog('info', { write: (line) => void lines.push(line) }) });

    expect(store.kind).toBe('embedded');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /Nothing survives a restart and only one process .* install redis-server .* REDIS_URL/,
    );
  });

  it('opens no network port', async () => {
    const member = await startMember({ PATH: join(dataDir, 'nothing') });
    expect(member.stdout()).toContain('embedded');
    expect(await listeningPorts(member.pid)).toEqual([]);
    expect(await probeSocket(socket())).toBe('ready');
  });

  it('is found at its socket by the command line while the service runs', async () => {
    const service = await startMember({ PATH: join(dataDir, 'nothing') });
    expect(await service.ask('set minted key')).toBe('OK');
    const cli = await open({ embedded: 'refuse' });
    expect(cli.kind).toBe('embedded');
    expect(await cli.client.get('minted')).toBe('key');
    await cli.close();
    expect(await service.ask('get minted')).toBe('key');
  });

  it('can be kept private, and leaves nothing behind', async () => {
    const store = await open({ embedded: 'private' });
    await store.client.set('a', 'b');
    expect(existsSync(socket())).toBe(false);
    await store.close();
  });

  it('answers a command that waits seconds for those before it, in every process', async () => {
    const own = await open();
    const joined = await open();
    const loop =
      "local from = redis.call('TIME')[1] while redis.call('TIME')[1] - from < 4 do end return 'done'";
    expect(await Promise.all([own.client.eval(loop, 0), joined.client.get('a')])).toEqual(['done', null]);
  });

  it('is refused in production, also when another service runs it', async () => {
    await expect(open({ production: true })).rejects.toThrow(/refused in production/);
    await startMember({ PATH: join(dataDir, 'nothing') });
    await expect(open({ production: true })).rejects.toThrow(/refused in production/);
  });

  it('is refused where data must be durable, with the ways to a real Redis', async () => {
    await expect(open({ embedded: 'refuse' })).rejects.toThrow(/set REDIS_URL, install redis-server/);
  });
});

describe('REDIS_URL', () => {
  it('that cannot be used is reported in one plain line without credentials', async () => {
    const cases = {
      'redis://user:hunter2@127.0.0.1:1/3': 'Redis at redis://127.0.0.1:1 cannot be reached (ECONNREFUSED).',
      'rediss://:hunter2@127.0.0.1:1': 'Redis at rediss://127.0.0.1:1 cannot be reached (ECONNREFUSED).',
      'unix:///nowhere/redis.sock?password=hunter2':
        'Redis at unix:///nowhere/redis.sock cannot be reached (ENOENT).',
      'redis://:hunter2@127.0.0.1:1,redis://127.0.0.1:2':
        'Redis at redis://127.0.0.1:1,redis://127.0.0.1:2 cannot be reached (no answer).',
      'redis://:hunter2@[::1': 'REDIS_URL is not an address such as redis://host:6379.',
      'redis://127.0.0.1:1,unix:///hunter2.sock':
        'REDIS_URL: unix:///hunter2.sock cannot be part of a Redis Cluster.',
      'redis+sentinel://user:hunter2@127.0.0.1:1,[::1]:2/receipts/3':
        'Redis at redis+sentinel://127.0.0.1:1,[::1]:2/receipts cannot be reached (no answer).',
      'redis+sentinel://:hunter2@127.0.0.1:1':
        'REDIS_URL: redis+sentinel:// needs Sentinels and a name: redis+sentinel://host:26379,host:26379/name.',
      'redis+sentinel://:hunter2@127.0.0.1:1,/receipts': 'REDIS_URL: a Sentinel is named as host:26379.',
      'redis+sentinel://127.0.0.1:1/receipts/x': 'REDIS_URL: the database must be a number.',
      'redis://:hunter2@127.0.0.1:1,redis://127.0.0.1:2/3':
        'REDIS_URL: a Redis Cluster has database 0 alone.',
    };
    const outcomes = Object.entries(cases).map(async ([redisUrl, message]) => {
      const error = await open({ redisUrl }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StoreError);
      expect((error as StoreError).message).toBe(message);
    });
    await Promise.all(outcomes);
  });

  it('is never replaced by another store', { tags: ['needs-redis-server'] }, async () => {
    expect(findServer()).not.toBeNull();
    await expect(open({ redisUrl: 'redis://127.0.0.1:1' })).rejects.toThrow(StoreError);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('names user, password and database', { tags: ['needs-redis-server'] }, async () => {
    const redis = await startTestRedis({ requirepass: 'hunter2' });
    try {
      await expect(open({ redisUrl: redis.url })).rejects.toThrow('(NOAUTH)');
      await expect(open({ redisUrl: `${redis.url}?password=wrong` })).rejects.toThrow('(WRONGPASS)');
      const store = await open({ redisUrl: `${redis.url}?password=hunter2&db=5` });
      expect(String(await store.client.client('INFO'))).toContain(' db=5 ');
      await store.close();
    } finally {
      await redis.close();
    }
  });

  it("with a database that is not there is refused: database 0 may be somebody else's", {
    tags: ['needs-redis-server'],
  }, async () => {
    const redis = await startTestRedis({ databases: '4' });
    try {
      await expect(open({ redisUrl: `${redis.url}?db=4` })).rejects.toThrow(/has no database 4/);
      await open({ redisUrl: `${redis.url}?db=3` }).then((store) => store.close());
    } finally {
      await redis.close();
    }
  });

  it('with a Redis that evicts keys gives a warning', {
    tags: ['needs-redis-server'],
  }, async () => {
    const warnings = async (settings: Record<string, string>) => {
      const redis = await startTestRedis({ maxmemory: '64mb', ...settings });
      const lines: string[] = [];
      const log = createLog('warn', { write: (line) => void lines.push(line) });
      await open({ redisUrl: redis.url, log }).then((store) => store.close());
      await redis.close();
      return lines;
    };
    expect(await warnings({ 'maxmemory-policy': 'allkeys-lru' })).toEqual([
      expect.stringMatching(/"reason":"allkeys-lru".*maxmemory-policy noeviction/),
    ]);
    expect(await warnings({ 'maxmemory-policy': 'noeviction' })).toEqual([]);
    expect(await warnings({ 'maxmemory-policy': 'volatile-ttl', maxmemory: '0' })).toEqual([]);
  });

  it('of a Redis that is too old is refused in one plain line', async () => {
    const server = await startOldRedis('6.0.16');
    const redisUrl = `redis://:hunter2@127.0.0.1:${server.port}`;
    await expect(open({ redisUrl })).rejects.toThrow(
      `Redis at redis://127.0.0.1:${server.port} is version 6.0: 6.2 or newer is needed.`,
    );
    server.close();
  });

  it('waits for a Redis that comes up a moment later', { tags: ['needs-redis-server'] }, async () => {
    const redis = await startTestRedis();
    await redis.signal('SIGKILL');
    const opening = open({ redisUrl: redis.url });
    await sleep(500);
    await redis.start();
    expect((await opening).kind).toBe('redis');
    await redis.close();
  });

  it('takes a comma-separated list as a Redis Cluster', { tags: ['needs-redis-server'] }, async () => {
    const port = await freePort();
    const redis = await startTestRedis({
      'cluster-enabled': 'yes',
      'cluster-announce-ip': '127.0.0.1',
      port: String(port),
    });
    try {
      const setup = new Redis(redis.path);
      await setup.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
      setup.disconnect();
      const url = `redis://127.0.0.1:${port}`;
      await expect(open({ redisUrl: url })).rejects.toThrow(
        `Redis at ${url} is part of a Redis Cluster: set REDIS_URL to a comma-separated list of its nodes (${url},${url}).`,
      );
      const store = await open({ redisUrl: `${url},${url}` });
      expect(store.cluster).toBe(true);
      expect(await store.client.set('{a}key', 'value')).toBe('OK');
      expect(await store.client.get('{a}key')).toBe('value');
      await store.close();
    } finally {
      await redis.close();
    }
  });
});

/** Says that it is of a version, and OK to all else. */
async function startOldRedis(version: string): Promise<{ port: number; close(): void }> {
  const info = `# Server\r\nredis_version:${version}\r\nredis_mode:standalone\r\n`;
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        const commands = chunk.toString().split(/(?=^\*\d)/m);
        for (const command of commands) {
          socket.write(/^info\r$/im.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
        }
      });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** TCP ports a process listens on, as Linux tells it. */
async function listeningPorts(pid: number): Promise<number[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(
    descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  );
  const inodes = new Set(targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/${pid}/net/${table}`, 'utf8')),
  );
  const listening = '0A';
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === listening && inodes.has(inode))
    .map(([, local]) => Number.parseInt(local?.split(':')[1] ?? '', 16));
}
