import type { Options } from '../options.js';
import type { Outcome } from '../target.js';

export async function bots(_options: Options): Promise<Outcome[]> {
  return [];
}
