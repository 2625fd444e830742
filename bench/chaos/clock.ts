/**
 * Clocks that can be moved while processes run, including that of Redis: a small library that is loaded before their own
 * (`clock.c`) adds an offset from a file to the time of day. The monotonic clock, which timers use, is left alone.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Clock {
  /** Environment variables that make a process use this clock. */
  env: Record<string, string>;
  /** The current time of its processes, ms. */
  now(): number;
  /** Sets the time (ms) of all of them at once. */
  moveTo(moment: number): void;
}

/** Redis reads one clock, all other processes the other. */
export interface Clocks {
  redis: Clock;
  service: Clock;
}

/** @returns null without a C compiler or without the preloading of Linux */
export function clocksIn(directory: string): Clocks | null {
  const library = join(directory, 'clock.so');
  const source = fileURLToPath(new URL('clock.c', import.meta.url));
  try {
    execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const clock = (file: string): Clock => {
    let aheadSeconds = 0;
    writeFileSync(file, Buffer.alloc(8));
    return {
      env: { LD_PRELOAD: library, CHAOS_CLOCK: file },
      now: () => Date.now() + aheadSeconds * 1000,
      moveTo(moment) {
        aheadSeconds = Math.round((moment - Date.now()) / 1000);
        overwrite(file, aheadSeconds);
      },
    };
  };
  return { redis: clock(join(directory, 'redis-clock')), service: clock(join(directory, 'clock')) };
}

/** Written in place, because the processes have mapped the file. */
function overwrite(file: string, seconds: number): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(seconds));
  writeFileSync(file, bytes, { flag: 'r+' });
}
