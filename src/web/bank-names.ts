/** Names of banks by their provider keys. */
import type { Engine } from '../engine/index.js';

/** @returns the name of a bank; of an unknown one, its key */
export function bankNames(engine: Pick<Engine, 'providers'>): (key: string) => string {
  const names = new Map(engine.providers().map(({ key, name }) => [key, name]));
  return (key) => names.get(key) ?? key;
}
