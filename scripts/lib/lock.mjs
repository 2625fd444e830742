/** A file lock that contains the process id of its holder. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const retryMs = 100;
/** After this time the lock is stale, even if a process with that id exists. */
const heldMsMax = 10 * 60_000;

/**
 * Waits until no living process holds the lock, then holds it until this process ends.
 * @param {string} path of the file; its folder is created
 */
export async function holdUntilExit(path) {
  mkdirSync(dirname(path), { recursive: true });
  while (!take(path)) {
    if (holderIsGone(path)) rmSync(path, { force: true });
    else await sleep(retryMs);
  }
  process.once('exit', () => rmSync(path, { force: true }));
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** An empty file was just created by another process, which has not written its id yet. */
function holderIsGone(path) {
  try {
    const holder = readFileSync(path, 'utf8');
    if (holder !== '') process.kill(Number(holder), 0);
    return Date.now() - statSync(path).mtimeMs > heldMsMax;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
