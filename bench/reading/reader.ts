/** The reading process: only the extractor, configured as in the service. */
import { readFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/index.js';
import { createAiReader } from '../../src/extractor/ai/openai.js';
import { createExtractor } from '../../src/extractor/index.js';
import type { AiReader, Pictures, ReferenceCandidate } from '../../src/extractor/types.js';
import { readQr } from '../../src/providers/qr/index.js';
import { createProviders } from '../../src/providers/registry.js';
import { resolve } from '../../src/providers/resolve.js';
import { type Damaged, type Picture, siinqeeLinks } from './corpus.js';
import type { Figures, Reading, Share } from './figures.js';
import { busyMachine, longestHold } from './loop.js';
import { residentMb, settled } from './memory.js';
import { readInARow } from './row.js';

/** Budgets: the event loop is not blocked while twenty pictures are read at once, and memory returns to within this many MB. */
const atOnce = 20;
const marginMb = 50;
const timeoutMs = 150_000;
const aiAtOnce = 4;
/** Without a code, all ways to find one are tried, and all pictures take similar time: every eighth one is enough. */
const withoutEvery = 8;

export interface Manifest {
  pictures: Picture[];
  damaged: Damaged[];
  inARow: number;
}

const config = loadConfig(process.env, null);
const providers = createProviders({ cbeAppId: 'app', cbeAppVersion: '1', siinqeeLinks });
const resolved = (request: ReferenceCandidate['request']) => resolve(providers, request, new Date());
const { pictures, damaged, inARow } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Manifest;
const faults: Figures['faults'] = {};
let callers = 0;
/** A different one for each picture, because the pictures of one caller are read one after the other. */
const caller = () => ({ name: `account ${callers++}`, anonymous: false });
const extractor = createExtractor({
  mode: config.EXTRACTOR,
  ai: aiReader(),
  readCode,
  findReceipts: () => [],
});
try {
  console.log(JSON.stringify(await measure()));
} finally {
  await extractor.close();
}

function readCode(payload: string): ReferenceCandidate['request'] | null {
  const request = Object.entries(readQr(payload)?.request ?? {}).filter(([, value]) => value !== undefined);
  return request.length > 0 ? Object.fromEntries(request) : null;
}

function aiReader(): AiReader | null {
  if (!config.OPENAI_API_KEY) return null;
  return createAiReader({
    apiKey: config.OPENAI_API_KEY,
    baseURL: config.OPENAI_BASE_URL,
    model: config.OPENAI_MODEL,
    banks: providers,
    resolve: resolved,
  });
}

/** In this order: measurements of an idle process come before those that put load on it. */
async function measure(): Promise<Figures> {
  extractor.warm();
  const [first] = pictures;
  if (!first) throw new Error('There are no pictures.');
  await candidates(first);
  await settled(0, 0, 3_000);
  const before = residentMb();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb());
  }, 250);

  const ms: Figures['ms'] = { clean: [], photo: [], without: [], decode: [], ai: [] };
  const clean: Share = { right: 0, of: 0 };
  const photo: Share = { right: 0, of: 0 };
  let wrong = 0;
  for (const [index, picture] of pictures.entries()) {
    if (!picture.hasCode && index % withoutEvery > 0) continue;
    const startedAt = performance.now();
    const seen = await candidates(picture);
    const took = performance.now() - startedAt;
    const right = isRight(seen, picture);
    if (seen.length > 0 && !right) wrong += 1;
    if (!picture.hasCode) ms.without.push(took);
    else count(picture.style === 'photo' ? photo : clean, right);
    if (picture.hasCode) ms[picture.style === 'photo' ? 'photo' : 'clean'].push(took);
  }

  clearInterval(watch);
  const held = await holds();
  const { after, seconds } = await settled(before, marginMb, timeoutMs);
  ms.decode = await decoding();
  const ai = extractor.mode === 'openai' ? await byAi(ms.ai) : null;
  const readings: Reading[] = [];
  for (const picture of damaged) readings.push(await readDamaged(picture));
  const row = await longRow(readings);
  const memory = { before, peak, after, settledAfterSeconds: seconds };
  return { clean, photo, wrong, faults, ai, ms, held, memory, damaged: readings, row };
}

async function readDamaged({ file, receipt }: Damaged): Promise<Reading> {
  const bytes = readFileSync(file);
  const startedAt = performance.now();
  const seen = await seenIn(bytes);
  const ms = performance.now() - startedAt;
  const leading = seen.filter((one) => resolved(one.request).kind !== 'unsupported');
  const right = receipt !== null && leading.length > 0 && isRight(seen, { ...receipt });
  const others = leading.filter((one) => receipt === null || !isRight([one], receipt));
  return { right, wrong: others.length > 0, ms };
}

function faultsSoFar(): number {
  return Object.values(faults).reduce((sum, times) => sum + times, 0);
}

/** Pictures that are read alone, and pictures that show nothing. */
async function longRow(readings: readonly Reading[]): Promise<Figures['row']> {
  const known = new Map(damaged.map((picture, at) => [picture.file, { ...picture, ...readings[at] }]));
  const files = [...known]
    .filter(([, { right, receipt }]) => right || receipt === null)
    .map(([file]) => file);
  const read = async (bytes: Uint8Array, file: string | null) => {
    const refused = faultsSoFar();
    const seen = await seenIn(bytes);
    const receipt = known.get(file ?? '')?.receipt;
    return receipt ? isRight(seen, receipt) : faultsSoFar() === refused;
  };
  return await readInARow(files, read, inARow);
}

async function candidates({ file }: Picture): Promise<ReferenceCandidate[]> {
  return await seenIn(readFileSync(file));
}

/** A refused picture counts as showing nothing; the report has the number of refused ones. */
async function seenIn(file: Uint8Array): Promise<ReferenceCandidate[]> {
  try {
    return await (await extractor.prepare([file], caller())).candidates();
  } catch (error) {
    const { message } = error as Error;
    faults[message] = (faults[message] ?? 0) + 1;
    return [];
  }
}

/** The minimum of work for a picture: from the file to pixels. Last, because it takes memory of this process. */
async function decoding(): Promise<number[]> {
  const { default: sharp } = await import('sharp');
  const times: number[] = [];
  for (const { file } of pictures.filter(({ hasCode }) => hasCode)) {
    const startedAt = performance.now();
    await sharp(file).raw().toBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Pictures of twenty callers at once, five times; the machine is equally busy for the baseline. */
async function holds(): Promise<Figures['held']> {
  const rounds = 5;
  const mixed = pictures.map((picture, index) => ({ picture, at: (index * 37) % pictures.length }));
  mixed.sort((a, b) => a.at - b.at);
  const reading = { late: 0, own: 0 };
  let took = 0;
  for (let round = 0; round < rounds; round += 1) {
    const some = mixed.slice(round * atOnce, (round + 1) * atOnce);
    const files = some.map(({ picture }) => readFileSync(picture.file));
    const startedAt = performance.now();
    const read = async () => {
      await Promise.all(files.map(seenIn));
    };
    const { late, own } = await longestHold(read);
    reading.late = Math.max(reading.late, late);
    reading.own = Math.max(reading.own, own);
    took += performance.now() - startedAt;
  }
  const { late: baseline } = await longestHold(() => busyMachine(2, took));
  return { reading, baseline };
}

async function byAi(ms: number[]): Promise<NonNullable<Figures['ai']>> {
  const share = { screen: { right: 0, of: 0 }, photo: { right: 0, of: 0 }, sms: { right: 0, of: 0 } };
  const left = [...pictures];
  const askNext = async () => {
    for (let picture = left.shift(); picture; picture = left.shift()) {
      const prepared = await extractor.prepare([readFileSync(picture.file)], caller()).catch(() => null);
      const startedAt = performance.now();
      const seen = prepared ? await asked(prepared) : [];
      ms.push(performance.now() - startedAt);
      count(share[picture.style], isRight(seen, picture));
    }
  };
  await Promise.all(Array.from({ length: aiAtOnce }, askNext));
  return share;
}

/** If the endpoint fails, nothing was read. */
async function asked(prepared: Pictures): Promise<ReferenceCandidate[]> {
  return await extractor.ask(prepared).catch(() => []);
}

function count(share: Share, right: boolean): void {
  share.of += 1;
  share.right += right ? 1 : 0;
}

/** As the service chooses: the first candidate that leads to a receipt is the one that is verified. */
function isRight(
  seen: readonly ReferenceCandidate[],
  { provider, reference }: Pick<Picture, 'provider' | 'reference'>,
): boolean {
  const meanings = seen.map(({ request }) => ({ request, meaning: resolved(request) }));
  const leading = meanings.find(({ meaning }) => meaning.kind === 'target' || meaning.kind === 'needs');
  if (leading?.meaning.kind === 'target') {
    const { target } = leading.meaning;
    return target.provider === provider && target.reference === reference;
  }
  if (leading?.meaning.kind === 'needs')
    return leading.meaning.provider === provider && leading.meaning.reference === reference;
  // A bank that is only recognised: its link says which receipt it is.
  return meanings.some(
    ({ request, meaning }) =>
      meaning.kind === 'unsupported' &&
      meaning.provider === provider &&
      JSON.stringify(request).includes(reference),
  );
}
