/** Where a worker thread's code is, beside the module that starts it. */
import { fileURLToPath } from 'node:url';

export interface WorkerEntry {
  /** Absolute path of the worker's module. */
  filename: string;
  /** Node options the worker thread starts with. */
  execArgv: string[];
}

/**
 * The worker `name` in the folder of the module at `moduleUrl`: the built file where the caller runs from
 * `dist`, else the TypeScript source, which needs tsx (a development dependency).
 */
export function workerEntry(moduleUrl: string, name: string): WorkerEntry {
  const fromSource = new URL(moduleUrl).pathname.endsWith('.ts');
  return {
    filename: fileURLToPath(new URL(`./${name}.${fromSource ? 'ts' : 'js'}`, moduleUrl)),
    execArgv: fromSource ? ['--import', new URL('./typescript.mjs', import.meta.url).href] : [],
  };
}
