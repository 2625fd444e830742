/**
 * Pictures of receipts: share read correctly, time per picture, event loop delay and memory growth. The corpus is rendered
 * first; another process reads it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effort, numberOf } from './quick-mode.js';
import { type Damaged, drawCorpus, drawDamaged, type Picture } from './reading/corpus.js';
import type { Figures, Reading, Share } from './reading/figures.js';
import { readByOthers } from './reading/others.js';
import type { Manifest } from './reading/reader.js';
import { type Figure, figure, median, quantile, type Row } from './table.js';

/** The second was held out while the reader was developed. */
const seeds = [1, 2] as const;
/** Of each kind of damage, and of each seed. */
const each = effort(10, 1);
const inARow = numberOf('--pictures', effort(1_000, 100));

export async function reading(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'deresegn-bench-'));
  try {
    const startedAt = performance.now();
    const pictures = await drawCorpus(directory);
    const damaged: Damaged[] = [];
    for (const seed of seeds) damaged.push(...(await drawDamaged(directory, seed, each)));
    const seconds = (performance.now() - startedAt) / 1000;
    const manifest = join(directory, 'pictures.json');
    writeFileSync(manifest, JSON.stringify({ pictures, damaged, inARow } satisfies Manifest));
    console.log(`${corpusLine(pictures)}; ${damaged.length} damaged ones; drawn in ${seconds.toFixed(0)} s.`);
    const figures = await read(manifest);
    const others = readByOthers(damaged);
    if (!figures.ai) console.log('The AI path was skipped: no OPENAI_API_KEY is set.');
    for (const [fault, times] of Object.entries(figures.faults)) console.log(`${times} x ${fault}`);
    return [...rows(figures), ...damageRows(damaged, figures.damaged, others), rowOf(figures.row)];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function corpusLine(pictures: readonly Picture[]): string {
  const banks = new Set(pictures.map(({ provider }) => provider)).size;
  const withCode = pictures.filter(({ hasCode }) => hasCode).length;
  return `${pictures.length} pictures of ${banks} banks, ${withCode} with a code that opens its receipt`;
}

/** With garbage collection on demand, so that memory in use is distinguished from memory that is not collected yet. */
async function read(manifest: string): Promise<Figures> {
  const args = ['--expose-gc', '--import', 'tsx', 'bench/reading/reader.ts', manifest];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of child.stdout) printed += String(chunk);
  const last = printed.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) throw new Error('the reading process ended early');
  return JSON.parse(last) as Figures;
}

function rows({ clean, photo, wrong, ai, ms, held, memory }: Figures): Row[] {
  const grown = memory.after - memory.before;
  return [
    share('clean', 'read by code alone, clean screenshots', clean, 0.99),
    share('photos', 'read by code alone, photographs', photo, 0.95),
    {
      id: 'reading.wrong',
      name: 'another receipt than the one shown',
      figures: [figure(wrong, '')],
      baseline: [],
      budget: '0',
      holds: wrong === 0,
    },
    ...(ai
      ? [
          share('ai-clean', 'read by the AI model alone, clean screenshots', ai.screen),
          share('ai-photos', 'read by the AI model alone, photographs', ai.photo),
          share('ai-messages', 'read by the AI model alone, messages', ai.sms),
          time('ai-time', 'asking the AI model', ms.ai),
        ]
      : []),
    {
      ...time('clean-time', 'a clean screenshot with a code', ms.clean, [
        figure(median(ms.decode), 'ms', 'decoding alone'),
      ]),
      budget: 'median < 100 ms',
      holds: median(ms.clean) < 100,
    },
    time('photo-time', 'a photograph with a code', ms.photo),
    time('without-time', 'a picture without one (all ways tried)', ms.without),
    {
      id: 'reading.loop',
      name: 'event loop held, 20 pictures at once',
      figures: [figure(held.reading.own, 'ms', 'own work'), figure(held.reading.late, 'ms', 'by the clock')],
      baseline: [figure(held.baseline, 'ms', 'idle on a busy machine')],
      budget: 'own work <= 50 ms',
      holds: held.reading.own <= 50,
    },
    {
      id: 'reading.memory',
      name: 'memory kept when idle again',
      figures: [figure(grown, 'MB'), figure(memory.settledAfterSeconds, 's', 'after')],
      baseline: [figure(memory.before, 'MB', 'before'), figure(memory.peak, 'MB', 'peak')],
      budget: '<= 50 MB',
      holds: grown <= 50,
    },
  ];
}

type Others = Readonly<Record<string, readonly Reading[]>>;

/** Rows of a seed: the share of all pictures, their time, false readings, and the share of each kind of damage. */
function damageRows(pictures: readonly Damaged[], readings: readonly Reading[], others: Others): Row[] {
  const shown = pictures.map(({ receipt }) => receipt !== null);
  const wrong = readings.filter((one) => one.wrong).length;
  const kinds = [...new Set(pictures.filter((_, at) => shown[at]).map(({ kind }) => kind))];
  const timeOf = (all: readonly Reading[]) => median(all.map(({ ms }) => ms));
  return [
    ...seeds.map((seed) =>
      compared(
        seed === seeds[0] ? 'damaged' : 'damaged-unseen',
        `codes read in damaged pictures of ${kinds.length} kinds${seed === seeds[0] ? '' : ', not seen before'}`,
        pictures.map((picture, at) => shown[at] === true && picture.seed === seed),
        readings,
        others,
        0.91,
      ),
    ),
    {
      id: 'reading.damaged-wrong',
      name: 'the same: receipts told that are not in the picture',
      figures: [figure(wrong, ''), figure(pictures.length, 'pictures', 'of')],
      baseline: [],
      budget: '0',
      holds: wrong === 0,
    },
    {
      id: 'reading.damaged-time',
      name: 'a damaged picture',
      figures: [
        figure(timeOf(readings), 'ms'),
        figure(
          quantile(
            readings.map(({ ms }) => ms),
            0.95,
          ),
          'ms',
          '95 % within',
        ),
      ],
      baseline: Object.entries(others).map(([name, all]) =>
        figure(timeOf(all), 'ms', `${name}, a process each`),
      ),
      budget: null,
      holds: true,
    },
    ...kinds.map((kind) =>
      compared(
        `kind-${kind}`,
        `damaged pictures: ${kind}`,
        pictures.map((picture) => picture.kind === kind),
        readings,
        others,
        kind === 'crop' ? 0.55 : 0,
      ),
    ),
  ];
}

/** Share of pictures that are read, compared with other readers; those may be ahead by one picture in ten. */
function compared(
  id: string,
  name: string,
  of: readonly boolean[],
  readings: readonly Reading[],
  others: Others,
  atLeast: number,
): Row {
  const part = (all: readonly Reading[]) => {
    const some = all.filter((_, at) => of[at]);
    return some.filter(({ right }) => right).length / Math.max(1, some.length);
  };
  const own = part(readings);
  const rest = Object.entries(others).map(([other, all]) => [other, part(all)] as const);
  const behind = Math.max(0, ...rest.map(([, share]) => share - own));
  const floor = atLeast > 0 ? `>= ${Math.round(100 * atLeast)} %, ` : '';
  return {
    id: `reading.${id}`,
    name,
    figures: [figure(100 * own, '%'), figure(of.filter(Boolean).length, 'pictures', 'of')],
    baseline: rest.map(([other, share]) => figure(100 * share, '%', other)),
    budget: `${floor}at most 10 % behind`,
    holds: own >= atLeast && behind <= 0.1,
  };
}

function rowOf({ of, lost, hostile, processes, peak, held }: Figures['row']): Row {
  return {
    id: 'reading.row',
    name: 'pictures one after the other without a rest, hostile files among them: lost',
    figures: [
      figure(lost, ''),
      figure(of, `of them ${hostile} hostile`, 'of'),
      figure(peak.honest, 'MB', 'largest reading process'),
      figure(peak.hostile, 'MB', 'with a hostile file'),
      figure(processes, 'processes'),
      figure(held.own, 'ms', 'event loop held by own work'),
    ],
    baseline: [],
    budget: '0 lost, < 300 MB with hostile files too, <= 50 ms',
    holds: lost === 0 && Math.max(peak.honest, peak.hostile) < 300 && held.own <= 50,
  };
}

function share(id: string, name: string, { right, of }: Share, atLeast?: number): Row {
  const part = of === 0 ? 0 : right / of;
  return {
    id: `reading.${id}`,
    name,
    figures: [figure(100 * part, '%'), figure(right, `of ${of}`)],
    baseline: [],
    budget: atLeast === undefined ? null : `>= ${100 * atLeast} %`,
    holds: atLeast === undefined || part >= atLeast,
  };
}

function time(id: string, name: string, times: readonly number[], baseline: Figure[] = []): Row {
  return {
    id: `reading.${id}`,
    name,
    figures: [figure(median(times), 'ms'), figure(quantile(times, 0.95), 'ms', '95 % within')],
    baseline,
    budget: null,
    holds: true,
  };
}
