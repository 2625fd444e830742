/** Attacks by strangers and single accounts; each runs until stopped. */
import { once, setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The attacked service, and the material for the attacks. */
interface Target {
  host: string;
  port: number;
  /** Keys of two accounts with the plan Free. */
  keys: readonly string[];
  /** A screenshot whose bank never answers, and one that is verified. */
  hanging: Buffer;
  settled: Buffer;
}

type Attack = (target: Target, stop: AbortSignal) => Promise<unknown>;

const mebibyte = 1024 * 1024;

/** A connection from an address of the loopback network, so that every sender can have its own address. */
function open({ host, port }: Target, sender: number): Socket {
  const localAddress = `127.0.${1 + Math.floor(sender / 250)}.${1 + (sender % 250)}`;
  return connect({ host, port, localAddress }).on('error', () => undefined);
}

/** Every sender listens to the same signal. */
setMaxListeners(0);

/** Repeats an attempt with this many concurrent senders until it is stopped. */
async function again(senders: number, stop: AbortSignal, attempt: (sender: number) => Promise<unknown>) {
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      while (!stop.aborted) await Promise.race([attempt(sender).catch(() => undefined), stopped(stop)]);
    }),
  );
}

function stopped(stop: AbortSignal): Promise<unknown> {
  return stop.aborted ? Promise.resolve() : once(stop, 'abort');
}

/** Waits until the other side closes it, at most this long. */
async function held(socket: Socket, stop: AbortSignal, ms = 60_000): Promise<void> {
  const over = new AbortController();
  await Promise.race([
    once(socket, 'close', { signal: over.signal }),
    sleep(ms, undefined, { signal: over.signal }),
    once(stop, 'abort', { signal: over.signal }),
  ]).catch(() => undefined);
  over.abort();
  socket.destroy();
}

const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** 1,000 requests in one write, whose answers are never read. */
function pipelined(path: string): Attack {
  const bytes = head('GET', path, { Accept: 'text/html' }).repeat(1_000);
  return (target, stop) =>
    again(2, stop, async (sender) => {
      const socket = open(target, sender).pause();
      socket.write(bytes);
      await held(socket, stop, 1_000);
      await sleep(1_000);
    });
}

/** Announces a body, and sends a byte of it from time to time. */
function trickle(
  senders: number,
  path: string,
  headers: (target: Target, sender: number) => Record<string, string | number>,
  begin = '{"imageBase64":"',
): Attack {
  return (target, stop) =>
    again(senders, stop, async (sender) => {
      const socket = open(target, sender).resume();
      socket.write(head('POST', path, headers(target, sender)) + begin);
      const drip = setInterval(() => socket.writable && socket.write('A'), 1_000);
      await held(socket, stop);
      clearInterval(drip);
      await sleep(1_000);
    });
}

const json = { 'content-type': 'application/json' };

/** Nested form objects: a few kilobytes that would be drawn ten million times. */
function nestedPdf(): Buffer {
  const levels = 9;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>',
    stream('', '/F Do '),
    ...Array.from({ length: levels }, (_, level) =>
      level === levels - 1
        ? stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', 'BT (text) Tj ET ')
        : stream(
            `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${level + 6} 0 R>>>>`,
            '/F Do '.repeat(10),
          ),
    ),
  ];
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.join('').length);
    parts.push(`${index + 1} 0 obj\n${object}\nendobj\n`);
  }
  const xref = parts.join('').length;
  const lines = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(`xref\n0 ${size}\n0000000000 65535 f \n${lines}`);
  parts.push(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

function stream(entries: string, content: string): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
}

/** Sends pictures; resolves with the status, or when the sender gives up. */
async function sendPictures(
  { host, port }: Target,
  path: string,
  headers: Record<string, string>,
  pictures: readonly Buffer[],
  stop: AbortSignal,
  sender = 0,
): Promise<number> {
  const body = JSON.stringify({
    images: pictures.map((picture) => ({ imageBase64: picture.toString('base64') })),
  });
  const localAddress = `127.0.${1 + Math.floor(sender / 250)}.${1 + (sender % 250)}`;
  const sent = request({
    ...{ host, port, path, localAddress, method: 'POST', agent: false, signal: stop },
    headers: { ...json, ...headers, 'content-length': Buffer.byteLength(body) },
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

/** Changes the file each time, so that it is never in the cache. */
function unlike(picture: Buffer, bytes = 64): Buffer {
  const tail = Buffer.alloc(bytes);
  tail.writeDoubleLE(Math.random(), 0);
  return Buffer.concat([picture, Buffer.from('\n%'), tail]);
}

const hostilePictures: Attack = (target, stop) =>
  again(4, stop, async (nth) => {
    const [key = ''] = target.keys;
    const pictures = Array.from({ length: 5 }, () => unlike(nestedPdf()));
    // Every second sender disconnects without waiting for the answer.
    const stopOrLeave = nth % 2 ? AbortSignal.any([stop, leavesAfter(300)]) : stop;
    const status = await sendPictures(
      target,
      '/api/verify-image',
      { 'x-api-key': key },
      pictures,
      stopOrLeave,
    );
    if (status === 429) await sleep(500);
  });

const hostileDemo: Attack = (target, stop) =>
  again(20, stop, async (sender) => {
    const status = await sendPictures(
      ...([target, '/api/demo-verify-image', {}, [unlike(nestedPdf())], stop, sender] as const),
    );
    if (status === 429) await sleep(500);
  });

const demoPictures: Attack = (target, stop) => {
  let senders = 0;
  return again(12, stop, async () => {
    const sender = senders++ % 2_000;
    await sendPictures(target, '/api/demo-verify-image', {}, [target.settled], stop, sender);
  });
};

/** Five calls of one account at a time, 20 MiB each, for a bank that does not answer. */
const hangingBank: Attack = (target, stop) =>
  again(5, stop, async () => {
    const [key = ''] = target.keys;
    const large = Buffer.concat([target.hanging, Buffer.alloc(4 * mebibyte)]);
    const pictures = Array.from({ length: 5 }, () => large);
    const status = await sendPictures(target, '/api/verify-image', { 'x-api-key': key }, pictures, stop);
    if (status === 429) await sleep(1_000);
  });

/** What a network of 1 Gbit/s carries; the loopback device carries many times as much. */
const networkBytesPerMs = 125_000;

/** Sends 36 MiB to endpoints that accept no such body, in all as fast as a server's network. */
const largeBodies: Attack = (target, stop) => {
  const paths = ['/no/such/place', '/api/verify', '/dashboard/login', '/docs', '/api/verify-image', '/'];
  const chunk = Buffer.alloc(256 * 1024, 'A');
  let freeAt = performance.now();
  const networkIsFree = async () => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + chunk.byteLength / networkBytesPerMs;
    if (freeAt - now > 1) await sleep(freeAt - now);
  };
  return again(20, stop, async (sender) => {
    const socket = open(target, sender).resume();
    const path = paths[sender % paths.length] ?? '/';
    socket.write(head('POST', path, { ...json, 'content-length': 36 * mebibyte }));
    for (let sent = 0; sent < 36 * mebibyte && socket.writable && !stop.aborted; sent += chunk.byteLength) {
      await networkIsFree();
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
    await held(socket, stop, 2_000);
  });
};

/** Calls of one account answered 202, and as many event streams of them as can be opened one after the other. */
const eventStreams: Attack = async (target, stop) => {
  const [key = ''] = target.keys;
  const headers = { ...json, 'x-api-key': key };
  const asked = await fetch(`http://${target.host}:${target.port}/api/verify`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ reference: 'DKK9E1HANG', waitMs: 0 }),
  });
  const { eventsUrl = '/api/verify/none/events' } = (await asked.json()) as { eventsUrl?: string };
  const { pathname } = new URL(eventsUrl, `http://${target.host}`);
  await again(1_000, stop, async (sender) => {
    const socket = open(target, sender % 3).resume();
    socket.write(head('GET', pathname, { 'x-api-key': key, accept: 'text/event-stream' }));
    await held(socket, stop);
    await sleep(2_000);
  });
};

function pages(senders: number, addresses: number): Attack {
  const paths = ['/sandbox', '/status', '/', '/docs', '/docs/yaml', '/openapi.json', '/status.atom'];
  return (target, stop) =>
    again(senders, stop, async (sender) => {
      const { host, port } = target;
      const localAddress = `127.0.1.${1 + (sender % addresses)}`;
      const path = paths[Math.floor(Math.random() * paths.length)];
      const sent = request({
        ...{ host, port, path, localAddress, agent: false, signal: stop },
        headers: { accept: 'text/html' },
      });
      sent.end();
      const [answer] = await once(sent, 'response');
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode === 429) await sleep(200);
    });
}

/** Calls of some accounts, one after the other, up to this number; an account over its limit does not wait. */
function calls(
  senders: number,
  most: number,
  accounts: number,
  bodyOf: (nth: number) => object,
  headersOf: (nth: number) => Record<string, string> = () => ({}),
): Attack {
  return (target, stop) => {
    let nth = 0;
    return again(senders, stop, async (sender) => {
      const key = target.keys[sender % accounts] ?? '';
      nth += 1;
      if (nth > most) return await stopped(stop);
      const answer = await fetch(`http://${target.host}:${target.port}/api/verify`, {
        method: 'POST',
        signal: stop,
        headers: { ...json, 'x-api-key': key, ...headersOf(nth) },
        body: JSON.stringify(bodyOf(nth)),
      });
      await answer.arrayBuffer();
      return answer.status === 429 && most === Number.POSITIVE_INFINITY ? await sleep(100) : undefined;
    });
  };
}

/** Calls for receipts that do not exist, answered 202, each with an Idempotency-Key that has to be stored. */
const promises = calls(
  10,
  Number.POSITIVE_INFINITY,
  2,
  (nth) => ({ reference: `DKK${String(nth).padStart(3, '0')}GONE`, waitMs: 0 }),
  (nth) => ({ 'idempotency-key': `${nth}`.padEnd(200, 'x') }),
);

/** 10,000 calls of one account, as fast as they are answered: receipts that do not exist, and a bank that hangs. */
const flood = calls(100, 10_000, 1, (nth) => {
  const number = nth.toString(36).toUpperCase().padStart(3, '0');
  return { reference: `DKK${number}${nth % 2 ? 'GONE' : 'HANG'}` };
});

function leavesAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

const formHead = { 'content-type': 'multipart/form-data; boundary=b' };
const formBegin = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\n\x89PNG';

/** By name. */
export const attacks: Readonly<Record<string, Attack>> = {
  'pipelined-pages': pipelined('/sandbox'),
  'pipelined-documents': pipelined('/openapi.json'),
  'hostile-account': hostilePictures,
  'hostile-strangers': hostileDemo,
  'idle-uploads': trickle(6, '/api/verify-image', ({ keys: [key = ''] }, sender) => ({
    ...json,
    'x-api-key': key,
    'content-length': (sender === 5 ? 3 : 25) * mebibyte,
  })),
  'idle-demo': trickle(7, '/api/demo-verify-image', () => ({ ...json, 'content-length': 5 * mebibyte })),
  'idle-forms': trickle(20, '/', () => ({ ...formHead, 'content-length': 5 * mebibyte }), `${formBegin}`),
  'slow-bodies': trickle(500, '/api/verify', () => ({ ...json, 'content-length': 60_000 }), '{"url":"'),
  'large-bodies': largeBodies,
  'hanging-bank': hangingBank,
  'event-streams': eventStreams,
  'demo-pictures': demoPictures,
  'pages-one-address': pages(40, 1),
  'pages-many-addresses': pages(40, 40),
  promises,
  flood,
};
