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
import { type Figure, figure, median, quantile, type Row } from './table.js';

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
    time('clean-time', 'a clean screenshot with a code', ms.clean, [
      figure(median(ms.decode), 'ms', 'decoding alone'),
    ]),
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
