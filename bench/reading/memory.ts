/** Resident memory of this process and of those it started, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** MB, this process and its descendants. */
export function residentMb(): number {
  const parents = new Map(processes().map(({ pid, parent }) => [pid, parent]));
  const own = processes().filter(({ pid }) => descends(pid, parents));
  return own.reduce((sum, { kb }) => sum + kb, 0) / 1024;
}

/** Waits until memory is back within a margin, or the time is up. */
export async function settled(
  before: number,
  marginMb: number,
  timeoutMs: number,
): Promise<{ after: number; seconds: number }> {
  const startedAt = performance.now();
  for (;;) {
    globalThis.gc?.();
    const after = residentMb();
    const passed = performance.now() - startedAt;
    if (after - before <= marginMb || passed > timeoutMs) return { after, seconds: passed / 1000 };
    await setTimeout(500);
  }
}

interface Process {
  pid: number;
  parent: number;
  kb: number;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        return [{ pid: Number(name), parent: field(status, 'PPid'), kb: field(status, 'VmRSS') }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function field(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}

function descends(pid: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at !== 0; at = parents.get(at))
    if (at === process.pid) return true;
  return false;
}
