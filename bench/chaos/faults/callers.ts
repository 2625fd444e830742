/** Callers who take up connections and never say anything, or say it a byte at a time: everybody else is served. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from '../house.js';
import { noExcuse } from '../rules.js';
import type { Fault } from './types.js';

const idle = 1_000;
const slow = 200;
/** Headers have 10 s, and the service looks every 2 s; some room for a busy machine. */
const headersMsMax = 25_000;
const slowHead =
  'POST /api/verify HTTP/1.1\r\nhost: chaos\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{';

let sockets: Socket[] = [];

export const callerFaults: readonly Fault[] = [
  {
    name: 'idle-connections',
    title: '1,000 connections opened and never used',
    short: false,
    excuse: noExcuse,
    lastsMs: 1_000,
    inject: (house) => open(house, idle),
    heal: (_, book) => untilClosed(headersMsMax, (left) => book.violate('answer', stay(left))),
    after: async () => leave(),
  },
  {
    name: 'slow-bodies',
    title: '200 request bodies sent a byte a second',
    short: false,
    excuse: noExcuse,
    // A whole request has two minutes: they are under way all the time, and leave when everything is looked at.
    lastsMs: 12_000,
    async inject(house) {
      await open(house, slow);
      for (const socket of sockets) dribble(socket);
    },
    after: async () => leave(),
  },
];

const stay = (left: number) => `${left} connections that say nothing are held open`;
let openedAt = 0;
let lastClosedMs = 0;

async function open({ apis }: House, count: number): Promise<void> {
  openedAt = Date.now();
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
  sockets = await Promise.all(opened);
}

function dribble(socket: Socket): void {
  socket.write(slowHead);
  const timer = setInterval(() => socket.write(' '), 1_000);
  socket.once('close', () => clearInterval(timer));
}

/** The service has closed them all by itself. */
async function untilClosed(msMax: number, complain: (left: number) => void): Promise<void> {
  const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
  while (open() > 0 && Date.now() < openedAt + msMax) await sleep(100);
  if (open() > 0) complain(open());
}

function leave(): string {
  const count = sockets.length;
  const left = sockets.splice(0).filter(({ destroyed }) => !destroyed);
  for (const socket of left) socket.destroy();
  if (left.length > 0) return `${left.length} of ${count} connections were under way to the end`;
  return `${count} connections, the last closed by the service after ${(lastClosedMs / 1000).toFixed(1)} s`;
}
