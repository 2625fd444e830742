/** Other QR readers from Debian (zbar-tools, zxing-cpp-tools) on the same pictures, one process per picture. */
import { spawnSync } from 'node:child_process';
import type { Damaged } from './corpus.js';
import type { Reading } from './figures.js';

const programs: Readonly<Record<string, readonly string[]>> = {
  zbar: ['zbarimg', '--raw', '-q', '-Sdisable', '-Sqrcode.enable', '-Stest-inverted'],
  'zxing-cpp': ['ZXingReader', '-format', 'QRCode'],
};

/** Of each program that is installed, how it read each picture, in their order. */
export function readByOthers(pictures: readonly Damaged[]): Record<string, Reading[]> {
  const installed = Object.entries(programs).filter(([, [program = '']]) => !spawnSync(program).error);
  return Object.fromEntries(
    installed.map(([name, command]) => [name, pictures.map((picture) => readBy(command, picture))]),
  );
}

function readBy([program = '', ...args]: readonly string[], { file, payload, receipt }: Damaged): Reading {
  const startedAt = performance.now();
  const { stdout } = spawnSync(program, [...args, file], { encoding: 'utf8' });
  const ms = performance.now() - startedAt;
  return { right: receipt !== null && stdout.includes(payload), wrong: false, ms };
}
