/** One at a time: a lock that is a file with the id of the process that holds it. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const lookAgainMs = 100;
/** Past it the holder is gone, whoever has his id now. */
const heldMsMax = 10 * 60_000;

/**
 * Waits until no living process holds the lock, and holds it until this process ends.
 * @param {string} path of the file; its folder is made
 */
export async function holdUntilExit(path) {
  mkdirSync(dirname(path), { recursive: true });
  while (!take(path)) {
    if (holderIsGone(path)) rmSync(path, { force: true });
    else await sleep(lookAgainMs);
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

/** A file that is there and still empty belongs to somebody who has only just made it. */
function holderIsGone(path) {
  try {
    const holder = readFileSync(path, 'utf8');
    if (holder !== '') process.kill(Number(holder), 0);
    return Date.now() - statSync(path).mtimeMs > heldMsMax;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
