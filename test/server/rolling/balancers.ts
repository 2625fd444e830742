/** What stands in front of several processes: each leaves a process that is about to stop, in its own way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCommand } from '../../../scripts/lib/programs.mjs';
import { freePort } from '../../support/ports.js';
import { repository } from '../../support/processes.js';
import { temporaryDirectory } from '../../support/redis.js';

export interface Balancer {
  /** Where clients call. */
  url: string;
  /** Told by hand that a process is about to stop, or is back, where it cannot see that itself. */
  leave?(port: number): Promise<void>;
  join?(port: number): Promise<void>;
  /** It closes callers' idle connections when it is told, so that callers who keep theirs may have to send again. */
  closesIdle?: boolean;
  pid?: number | undefined;
  /** Where it keeps what it writes. */
  directory?: string;
  /** All that it has logged. */
  logs?(): Promise<string>;
  close(): Promise<void>;
}

interface Backend {
  port: number;
  ready: boolean;
}

const lookMs = 100;

/** A TCP balancer: new connections go to processes whose `/readyz` says 200, those that stand are left alone. */
export async function startTcpBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends = ports.map((port): Backend => ({ port, ready: false }));
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    turn += 1;
    const inRotation = backends.filter(({ ready }) => ready);
    const chosen = inRotation[turn % inRotation.length];
    if (!chosen) return client.destroy();
    pass(client, connect({ port: chosen.port, host: '127.0.0.1', allowHalfOpen: true }), sockets);
  });
  const looking = setInterval(() => void lookAt(backends), lookMs);
  await lookAt(backends);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(looking);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(client: Socket, backend: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [
    [client, backend],
    [backend, client],
  ] as const) {
    sockets.add(socket);
    socket.pipe(other);
    socket.on('error', () => other.destroy()).on('close', () => sockets.delete(socket));
  }
}

async function lookAt(backends: Backend[]): Promise<void> {
  await Promise.all(
    backends.map(async (backend) => {
      const answer = await fetch(`http://127.0.0.1:${backend.port}/readyz`).catch(() => null);
      await answer?.arrayBuffer();
      backend.ready = answer?.status === 200;
    }),
  );
}

/**
 * nginx with `docs/operations/nginx.conf`, and the few lines that nginx wants around it. It does not look at `/readyz`: the
 * server is marked `down` and nginx reloads, as the page says.
 */
export async function startNginx(ports: readonly number[]): Promise<Balancer> {
  let file = '';
  const { child, ...balancer } = await startProgram('nginx', 'nginx.conf', ports, async (directory, text) => {
    file = join(directory, 'nginx.conf');
    await mkdir(join(directory, 'logs'));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${directory}/${name};`,
    );
    const inside = text.replaceAll('/var/log/nginx/', `${directory}/logs/`);
    const http = `http { access_log off; ${paths.join(' ')}\n${inside} }`;
    // Its workers have to reach their directories here.
    const user = process.geteuid?.() === 0 ? 'user root;' : '';
    const own = `${user} worker_processes auto; daemon off; pid ${directory}/pid; error_log ${directory}/logs/error.log;`;
    await writeFile(file, `${own} events { worker_connections 8192; }\n${http}`);
    return ['-p', directory, '-c', file, '-e', join(directory, 'logs/error.log')];
  });
  const change = async (from: string, to: string) => {
    const text = await readFile(file, 'utf8');
    if (!text.includes(from)) throw new Error(`nginx.conf does not say "${from}"`);
    await writeFile(file, text.replace(from, to));
    child.kill('SIGHUP');
  };
  const up = (port: number) => `server 127.0.0.1:${port} max_fails`;
  const down = (port: number) => `server 127.0.0.1:${port} down max_fails`;
  return {
    ...balancer,
    closesIdle: true,
    leave: (port) => change(up(port), down(port)),
    join: (port) => change(down(port), up(port)),
  };
}

/** Caddy with `docs/operations/Caddyfile`. */
export function startCaddy(ports: readonly number[]): Promise<Balancer> {
  return startProgram('caddy', 'Caddyfile', ports, async (directory, text) => {
    const file = join(directory, 'Caddyfile');
    await writeFile(file, text.replace('{\n', '{\n\tadmin off\n'));
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  });
}

/** @param prepare writes what the program needs into a directory of its own. @returns its arguments */
async function startProgram(
  program: string,
  configuration: string,
  ports: readonly number[],
  prepare: (directory: string, text: string) => Promise<string[]>,
): Promise<Balancer & { child: ChildProcess }> {
  const directory = await temporaryDirectory();
  const port = await freePort();
  const text = await readFile(join(repository, 'docs/operations', configuration), 'utf8');
  const args = await prepare(directory, withPorts(text, port, ports));
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    XDG_DATA_HOME: directory,
    XDG_CONFIG_HOME: directory,
  };
  const output = createWriteStream(join(directory, 'output.log'));
  await once(output, 'open');
  const child = spawn(findCommand(program) ?? program, args, { env, stdio: ['ignore', output, output] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} does not start with ${configuration}`);
    await sleep(lookMs);
  }
  return {
    url,
    child,
    pid: child.pid,
    directory,
    async logs() {
      const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.log'));
      return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n');
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The files name 8080 and verify.example.com for themselves, 8081 and 8082 for the processes. */
function withPorts(text: string, own: number, [first, second]: readonly number[]): string {
  return text
    .replaceAll('8080', String(own))
    .replaceAll('server_name verify.example.com', 'server_name 127.0.0.1')
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${second}`);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}
