/** Locates the code of a worker thread, next to the module that starts it. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface WorkerEntry {
  /** Absolute path of the worker's module. */
  filename: string;
  /** Node options of the worker thread: none, regardless of this process's. */
  execArgv: string[];
}

/**
 * The worker `name` in the folder of the module at `moduleUrl`: the built file when the caller runs from `dist`, else the
 * TypeScript source, compiled by from-source.cjs, which needs the compiler (a development dependency).
 */
export function workerEntry(moduleUrl: string, name: string): WorkerEntry {
  const fromSource = new URL(moduleUrl).pathname.endsWith('.ts');
  const path = fileURLToPath(new URL(`./${name}.${fromSource ? 'ts' : 'js'}`, moduleUrl));
  if (!fromSource) return { filename: path, execArgv: [] };
  const compiler = createRequire(import.meta.url)('./from-source.cjs') as { compiled(path: string): string };
  return { filename: compiler.compiled(path), execArgv: [] };
}
