/** Reads figures of a process from /proc (Linux). */
import { readFileSync } from 'node:fs';

/** Resident memory. */
export function residentBytes(pid: number): number {
  return kilobytesOf(pid, /^VmRSS:\s+(\d+) kB/m) * 1024;
}

/** Peak resident memory. */
export function peakResidentBytes(pid: number): number {
  return kilobytesOf(pid, /^VmHWM:\s+(\d+) kB/m) * 1024;
}

function kilobytesOf(pid: number, line: RegExp): number {
  return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/**
 * Proportional set size: shared memory is divided among the processes that share it, so that figures of several processes can
 * be added.
 */
export function proportionalBytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Ids of its child processes. */
export function childrenOf(pid: number): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return ids === '' ? [] : ids.split(' ').map(Number);
}

const ticksPerSecond = 100;

/** User and system time, from ticks: the 12th and 13th field after the name in parentheses. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}
