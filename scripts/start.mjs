/** `npm start`: prepares a fresh clone and runs the service in this process, so that signals need no forwarding. */
import { prepare } from './lib/prepare.mjs';

const parentPollMs = 250;

stopWithNpm();
await prepare();
await import('../dist/main.js');

/**
 * npm runs scripts in a shell and sends signals to that shell, which exits without forwarding them. So the exit of the
 * shell counts as a signal.
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
