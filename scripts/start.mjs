/** `npm start`: from a fresh clone to a running service. It runs in this very process, so signals need no forwarding. */
import { prepare } from './lib/prepare.mjs';

const parentPollMs = 250;

stopWithNpm();
await prepare();
await import('../dist/main.js');

/**
 * npm starts its scripts through a shell and hands signals to that shell, which dies of them and tells nobody.
 * So the shell's death is taken for the signal.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, parentPollMs);
  timer.unref();
}
