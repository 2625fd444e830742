import { fork } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Decoder } from '../../../src/extractor/decoder-process/decoder.js';
import { temporaryDirectory } from '../../support/redis.js';

const mebibyte = 1024 * 1024;
/** A process that says what the reading process says, and after each file that it is so many MiB larger. */
const growing = `
  let mebibytes = 80;
  const tell = (word) => process.send(word);
  process.on('message', () => {
    mebibytes += Number(process.argv[2]);
    tell({ kind: 'begun' });
    tell({ kind: 'done', outcome: { value: [] } });
    tell({ kind: 'tidied', rssBytes: mebibytes * ${mebibyte} });
  });
  process.on('disconnect', () => process.exit());
  tell({ kind: 'ready', rssBytes: mebibytes * ${mebibyte} });`;

let directory: string;
let script: string;
beforeAll(async () => {
  directory = await temporaryDirectory();
  script = join(directory, 'growing.cjs');
  await writeFile(script, growing);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const started: Decoder[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((reader) => reader.end()));
});

/** How many files one process reads in a row, each as soon as it can, until it is exchanged; at most 50. */
async function filesRead(mebibytesEach: number): Promise<number> {
  let isFree = () => {};
  const child = fork(script, [String(mebibytesEach)], { serialization: 'advanced' });
  const reader = new Decoder(
    child,
    () => Number.POSITIVE_INFINITY,
    () => isFree(),
  );
  started.push(reader);
  let files = 0;
  while ((files === 0 || reader.isFree) && files < 50) {
    const free = new Promise<void>((resolve) => {
      isFree = resolve;
    });
    await reader.read({ work: 'tiles', bytes: new Uint8Array(1) });
    files += 1;
    await Promise.race([free, reader.ended]);
  }
  return files;
}

it('a process that has grown is exchanged between two files, not killed in the middle of one at its limit', async () => {
  expect(await filesRead(40)).toBe(4);
});

it('a process that keeps its size is not exchanged', async () => {
  expect(await filesRead(0)).toBe(50);
});
