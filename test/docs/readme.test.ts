/** README.md and the pages with generated parts are up to date, and the README is short enough. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { type Measured, readResults } from '../../bench/results.js';
import { cellsOf } from '../../bench/table.js';
import { figures, generated, generatedPages, readPage } from '../../docs/generate.js';

it.each(generatedPages)('the generated parts of %s are up to date (npm run docs writes them)', (path) => {
  expect(generated(path)).toBe(readPage(path));
});

it('README.md has at most 150 lines', () => {
  expect(readPage('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

it('docs/benchmarks.md shows every figure that was measured, and on which machine', () => {
  const page = readPage('docs/benchmarks.md');
  const lines = page.split('\n');
  for (const row of readResults()) {
    const [name = '', measured = '', baseline = ''] = cellsOf(row);
    expect(lines).toContainEqual(expect.stringContaining(`| ${name} | ${measured} | ${baseline} |`));
    expect(page).toContain(
      `Measured ${row.measuredAt.slice(0, 10)} on ${row.machine.cores} x ${row.machine.cpu}`,
    );
  }
});

const row: Measured = {
  id: 'cached.throughput',
  name: 'cached verification',
  figures: [{ value: 1377.4, unit: '/s' }],
  baseline: [{ value: 0.2512, unit: 'ms', label: 'bare Fastify' }],
  budget: '>= 0.65 of bare',
  holds: true,
  benchmark: 'cached',
  measuredAt: '2026-11-22T05:15:00.342Z',
  quick: false,
  machine: { cpu: 'Any', cores: 2, memoryGb: 8, platform: 'linux x64', node: '20.20.2', redis: '7.0.15' },
};

it('a budget that is missed is shown as missed, one that was never set as neither', () => {
  expect(figures([row])).toContain('| 1,377/s | bare Fastify 0.251 ms | >= 0.65 of bare | holds |');
  expect(figures([{ ...row, holds: false }])).toContain('| >= 0.65 of bare | **missed** |');
  expect(figures([{ ...row, budget: null }])).toContain('| - |  |');
});

it('rows of different days each say their own, and a shortened run says so', () => {
  const other = { ...row, benchmark: 'queue', measuredAt: '2026-12-01T00:00:00.000Z', quick: true };
  const text = figures([row, other]);
  expect(text).toMatch(
    /^- cached: Measured 2026-11-22 on 2 x Any, 8 GB, linux x64, Node 20.20.2, Redis 7.0.15\.$/m,
  );
  expect(text).toMatch(/^- queue: Measured 2026-12-01 .*A shortened run/m);
});

it('a file of results that is not what the benchmarks write is refused, with what is wrong in it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'deresegn-results-'));
  const file = pathToFileURL(join(directory, 'latest.json'));
  try {
    writeFileSync(file, JSON.stringify({ rows: [row] }));
    expect(readResults(file)).toEqual([row]);
    writeFileSync(file, JSON.stringify({ rows: [{ ...row, holds: 'yes' }] }));
    expect(() => readResults(file)).toThrow(/holds/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
