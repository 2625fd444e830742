/** Runs the embedded store in a worker thread. */
import { unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { StoreError } from '../types.js';

interface EmbeddedStore {
  close(): Promise<void>;
}

/**
 * Starts the embedded store on a socket file; replaces a stale file.
 * @param onLost called when the thread ends by itself: its data is lost
 * @throws StoreError
 */
export async function startEmbedded(path: string, onLost: () => void): Promise<EmbeddedStore> {
  await unlink(path).catch(() => undefined);
  const worker = startWorker(path);
  await listening(worker);
  let closing = false;
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    if (!closing) onLost();
  });
  worker.unref();
  return {
    async close() {
      closing = true;
      await worker.terminate();
      await unlink(path).catch(() => undefined);
    },
  };
}

/** When tests and benchmarks run from source, the code of the thread has to be compiled first. */
function startWorker(path: string): Worker {
  const fromSource = import.meta.url.endsWith('.ts');
  const code = fileURLToPath(new URL(`./embedded-worker.${fromSource ? 'ts' : 'js'}`, import.meta.url));
  return new Worker(fromSource ? compiled(code) : code, { workerData: { path } });
}

function compiled(path: string): string {
  const compiler = createRequire(import.meta.url)('../../../extractor/decoder-process/from-source.cjs');
  return (compiler as { compiled(path: string): string }).compiled(path);
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error?: unknown) =>
      reject(new StoreError('The embedded store could not be started.', { cause: error }));
    worker.once('message', () => resolve());
    worker.once('error', fail);
    worker.once('exit', () => fail());
  });
}
