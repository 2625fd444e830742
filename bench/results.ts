/** bench/results/latest.json: the latest result of each row, with day and machine. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { z } from 'zod';
import { type Row, rowSchema } from './table.js';

export const machineSchema = z.strictObject({
  cpu: z.string(),
  cores: z.int().positive(),
  memoryGb: z.number().positive(),
  /** System and processor: `linux x64`. */
  platform: z.string(),
  node: z.string(),
  redis: z.string(),
});

const measuredSchema = rowSchema.extend({
  /** Its benchmark, whose next run replaces the row. */
  benchmark: z.string(),
  measuredAt: z.iso.datetime(),
  /** Measured with `--quick`: shows only that the benchmark works. */
  quick: z.boolean(),
  machine: machineSchema,
});

const resultsSchema = z.strictObject({ rows: z.array(measuredSchema) });

type Machine = z.infer<typeof machineSchema>;
export type Measured = z.infer<typeof measuredSchema>;

const latest = new URL('./results/latest.json', import.meta.url);

/** @throws Error if the file is missing or not in the form that `record` writes */
export function readResults(file: URL = latest): Measured[] {
  const read = readJson(file, resultsSchema);
  if (!read) throw new Error(`${file.pathname} is missing`);
  return read.rows;
}

/** @returns null if the file does not exist. @throws Error if it does not match the schema */
export function readJson<T>(file: URL, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null;
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file.pathname} is damaged:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** @throws Error if the value does not match the schema */
export function writeJson<T>(file: URL, schema: z.ZodType<T>, value: T): void {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(schema.parse(value), rounded, 2)}\n`);
}

/** Replaces the rows of one benchmark in place, or appends them; leaves other rows unchanged. */
export function record(benchmark: string, rows: readonly Row[], quick: boolean): void {
  const facts = { benchmark, measuredAt: new Date().toISOString(), quick, machine: thisMachine() };
  const measured = rows.map((row) => ({ ...row, ...facts }));
  const earlier = readJson(latest, resultsSchema)?.rows ?? [];
  const at = earlier.findIndex((row) => row.benchmark === benchmark);
  const others = earlier.filter((row) => row.benchmark !== benchmark);
  others.splice(at === -1 ? others.length : at, 0, ...measured);
  writeJson(latest, resultsSchema, { rows: others });
}

/** The machine and its software in one line. */
export function machineText({ cpu, cores, memoryGb, platform: system, node, redis }: Machine): string {
  return `${cores} x ${cpu}, ${memoryGb} GB, ${system}, Node ${node}, Redis ${redis}`;
}

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() || 'unknown processor',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${platform()} ${arch()}`,
    node: process.versions.node,
    redis: redisVersion(),
  };
}

function redisVersion(): string {
  const version = execFileSync('redis-server', ['--version'], { encoding: 'utf8' });
  return /v=(\S+)/.exec(version)?.[1] ?? 'unknown';
}

/** Rounds to six digits, more than the precision of any measurement. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
