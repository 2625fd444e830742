/** Callers who hold connections and send nothing, or one byte at a time; all others must be served. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../environment.js';
import { noExcuse } from '../oracle.js';
import type { Fault } from './types.js';

const healsMsMax = 5_000;
const idle = 1_000;
const slow = 200;
/** Headers have 10 s, and the service checks every 2 s; with a margin for a busy machine. */
const headersMsMax = 25_000;
const slowHead =
  'POST /api/verify HTTP/1.1\r\nhost: chaos\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{';

export const callerFaults: readonly Fault[] = [idleConnections(), slowBodies()];

function idleConnections(): Fault {
  let crowd: Crowd;
  return {
    name: 'idle-connections',
    title: '1,000 connections opened and never used',
    short: false,
    excuse: noExcuse,
    lastsMs: 1_000,
    healsMsMax,
    async inject({ environment }) {
      crowd = await open(environment, idle);
    },
    async heal({ expectations }) {
      while (crowd.left() > 0 && Date.now() < crowd.openedAt + headersMsMax) await sleep(100);
      if (crowd.left() > 0)
        expectations.violate('answer', `${crowd.left()} connections that say nothing are held open`);
    },
    after: async () => crowd.leave(),
  };
}

function slowBodies(): Fault {
  let crowd: Crowd;
  return {
    name: 'slow-bodies',
    title: '200 request bodies sent a byte a second',
    short: false,
    excuse: noExcuse,
    // A whole request may take two minutes: these run during the whole fault, and are closed after the checks.
    lastsMs: 12_000,
    healsMsMax,
    async inject({ environment }) {
      crowd = await open(environment, slow);
      for (const socket of crowd.sockets) dribble(socket);
    },
    after: async () => crowd.leave(),
  };
}

interface Crowd {
  openedAt: number;
  sockets: readonly Socket[];
  /** How many are open. */
  left(): number;
  /** Closes them. @returns how the service treated them */
  leave(): string;
}

async function open({ apis }: Environment, count: number): Promise<Crowd> {
  const openedAt = Date.now();
  let lastClosedMs = 0;
  const opened = Array.from({ length: count }, async (_, nth) => {
    const port = Number(new URL(apis[(nth % 2) as 0 | 1].url).port);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.once('close', () => {
      lastClosedMs = Date.now() - openedAt;
    });
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    return socket;
  });
  const sockets = await Promise.all(opened);
  const left = () => sockets.filter(({ destroyed }) => !destroyed).length;
  return {
    openedAt,
    sockets,
    left,
    leave() {
      const still = left();
      for (const socket of sockets) socket.destroy();
      if (still > 0) return `${still} of ${count} connections were under way to the end`;
      return `${count} connections, the last closed by the service after ${(lastClosedMs / 1000).toFixed(1)} s`;
    },
  };
}

function dribble(socket: Socket): void {
  socket.write(slowHead);
  const timer = setInterval(() => socket.write(' '), 1_000);
  socket.once('close', () => clearInterval(timer));
}
