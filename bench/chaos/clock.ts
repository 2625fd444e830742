/**
 * Clocks that can be moved under running processes, the store's own included: a small library loaded before theirs
 * (`clock.c`) adds to the time of day what stands in a file. The time since start, by which timers go, is left alone.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Clock {
  /** Makes a process go by this clock. */
  env: Record<string, string>;
  /** What its processes take for now, ms. */
  now(): number;
  /** Moves it under all of them at once to a moment, ms. */
  moveTo(moment: number): void;
}

/** Redis reads one, everybody else the other. */
export interface Clocks {
  redis: Clock;
  service: Clock;
}

/** @returns null where there is no C compiler, or none of Linux's preloading */
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

/** In place: the processes have the file mapped. */
function overwrite(file: string, seconds: number): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(seconds));
  writeFileSync(file, bytes, { flag: 'r+' });
}
