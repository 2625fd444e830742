/** `--quick`: measures just enough to see that a benchmark works. */

export const quick = process.argv.includes('--quick');

export function effort<T>(full: T, shortened: T): T {
  return quick ? shortened : full;
}

/** The number after a command line option. @throws Error if it is not a number above 0 */
export function numberOf(option: string, otherwise: number): number {
  const at = process.argv.indexOf(option);
  if (at === -1) return otherwise;
  const value = Number(process.argv[at + 1]);
  if (!(value > 0)) throw new Error(`${option} takes a number above 0`);
  return value;
}
