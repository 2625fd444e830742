/**
 * Pictures of receipts: how many are read right, how long one takes, how long the event loop is held, and what is left
 * in memory. The corpus is drawn first; a process of its own reads it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCorpus, type Picture } from './reading/corpus.js';
import type { Figures, Share } from './reading/figures.js';
import { median, type Row } from './table.js';

export async function reading(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'deresegn-bench-'));
  try {
    const startedAt = performance.now();
    const pictures = await drawCorpus(directory);
    const seconds = (performance.now() - startedAt) / 1000;
    const manifest = join(directory, 'pictures.json');
    writeFileSync(manifest, JSON.stringify(pictures));
    console.log(`${corpusLine(pictures)}; drawn in ${seconds.toFixed(0)} s.`);
    const figures = await read(manifest);
    if (!figures.ai) console.log('The AI path was skipped: no OPENAI_API_KEY is set.');
    for (const [fault, times] of Object.entries(figures.faults)) console.log(`${times} x ${fault}`);
    return rows(figures);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function corpusLine(pictures: readonly Picture[]): string {
  const banks = new Set(pictures.map(({ provider }) => provider)).size;
  const withCode = pictures.filter(({ hasCode }) => hasCode).length;
  return `${pictures.length} pictures of ${banks} banks, ${withCode} with a code that opens its receipt`;
}

/** Collecting garbage on demand tells what is kept from what is merely not yet thrown away. */
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
  const none = '-';
  const grown = memory.after - memory.before;
  return [
    share('read by code alone, clean screenshots', clean, 0.99),
    share('read by code alone, photographs', photo, 0.95),
    {
      name: 'another receipt than the one shown',
      figure: String(wrong),
      baseline: none,
      budget: '0',
      holds: wrong === 0,
    },
    ...(ai
      ? [
          share('read by the AI model alone, clean screenshots', ai.screen),
          share('read by the AI model alone, photographs', ai.photo),
          share('read by the AI model alone, messages', ai.sms),
          time('asking the AI model', ms.ai, none),
        ]
      : []),
    time('a clean screenshot with a code', ms.clean, `decoding alone ${milliseconds(median(ms.decode))}`),
    time('a photograph with a code', ms.photo, none),
    time('a picture without one (all ways tried)', ms.without, none),
    {
      name: 'event loop held, 20 pictures at once',
      figure: `${milliseconds(held.reading.own)} of own work, ${milliseconds(held.reading.late)} by the clock`,
      baseline: `idle on a busy machine ${milliseconds(held.baseline)}`,
      budget: 'own work <= 50 ms',
      holds: held.reading.own <= 50,
    },
    {
      name: 'memory kept when idle again',
      figure: `${grown.toFixed(0)} MB after ${memory.settledAfterSeconds.toFixed(0)} s`,
      baseline: `before ${memory.before.toFixed(0)} MB, peak ${memory.peak.toFixed(0)} MB`,
      budget: '<= 50 MB',
      holds: grown <= 50,
    },
  ];
}

function share(name: string, { right, of }: Share, atLeast?: number): Row {
  const part = of === 0 ? 0 : right / of;
  return {
    name,
    figure: `${(100 * part).toFixed(1)} % (${right} of ${of})`,
    baseline: '-',
    budget: atLeast === undefined ? '-' : `>= ${100 * atLeast} %`,
    holds: atLeast === undefined || part >= atLeast,
  };
}

function time(name: string, times: readonly number[], baseline: string): Row {
  const slowest = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return {
    name,
    figure: `${milliseconds(median(times))}, one in 20 over ${milliseconds(slowest)}`,
    baseline,
    budget: '-',
    holds: true,
  };
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
