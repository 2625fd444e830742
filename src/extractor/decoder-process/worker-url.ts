/** Where a worker thread's code is, beside the module that starts it. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface WorkerEntry {
  /** Absolute path of the worker's module. */
  filename: string;
  /** Node options the worker thread starts with: none, whatever this process has. */
  execArgv: string[];
}

interface FromSource {
  compiled(entry: string): string;
}

/**
 * The worker `name` in the folder of the module at `moduleUrl`: the built file where the caller runs from
 * `dist`, else the TypeScript source as from-source.cjs compiles it, which needs the compiler (a development dependency).
 */
export function workerEntry(moduleUrl: string, name: string): WorkerEntry {
  const fromSource = new URL(moduleUrl).pathname.endsWith('.ts');
  const path = fileURLToPath(new URL(`./${name}.${fromSource ? 'ts' : 'js'}`, moduleUrl));
  return { filename: fromSource ? compiled(path) : path, execArgv: [] };
}

function compiled(path: string): string {
  const compiler = createRequire(import.meta.url)('./from-source.cjs') as FromSource;
  return compiler.compiled(path);
}
