/** bench/results/chaos.json: the latest result of each fault. */
import { z } from 'zod';
import { machineSchema, readJson, thisMachine, writeJson } from '../results.js';
import { violations } from './expectations.js';
import { type Fault, faults } from './faults/index.js';
import type { Row } from './parts.js';

const count = z.int().nonnegative();

const rowSchema = z.strictObject({
  fault: z.string(),
  title: z.string(),
  /** Number of calls by outcome: right verdicts, honest failures; `wrong` is neither. */
  answers: z.record(z.string(), count),
  /** From the end of the fault until everything worked as before; null if it never did. */
  healedMs: z.number().nullable(),
  healsMsMax: z.number(),
  /** The slowest 503 to a call for a cached receipt; null when there was none. */
  refusedMs: z.number().nullable().default(null),
  /** Number of violations by kind. */
  audit: z.record(z.enum(violations), count),
  note: z.string(),
  seconds: z.number(),
  measuredAt: z.iso.datetime(),
  machine: machineSchema,
});

const resultsSchema = z.strictObject({ rows: z.array(rowSchema) });

export type Kept = z.infer<typeof rowSchema>;

const file = new URL('../results/chaos.json', import.meta.url);

/** @returns nothing if there is no file @throws Error if the file is not in the form that `keep` writes */
export function readChaos(): Kept[] {
  return readJson(file, resultsSchema)?.rows ?? [];
}

/** Replaces the stored results of these faults. Results of other faults stay, unless the fault no longer exists. */
export function keep(found: readonly { fault: Fault; row: Row }[]): void {
  const rows = new Map(readChaos().map((row) => [row.fault, row]));
  const facts = { measuredAt: new Date().toISOString(), machine: thisMachine() };
  for (const { fault, row } of found) {
    const { broken, ...rest } = row;
    const audit = Object.fromEntries(violations.map((kind) => [kind, broken[kind].length])) as Kept['audit'];
    rows.set(fault.name, { fault: fault.name, ...rest, audit, ...facts });
  }
  writeJson(file, resultsSchema, { rows: faults.flatMap(({ name }) => rows.get(name) ?? []) });
}
