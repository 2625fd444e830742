/** The file `.env`: its values, and what in it is not as it was meant. */
import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

export interface EnvFile {
  values: Readonly<Record<string, string>>;
  /** What has to be mended before the service starts, one line each; values are never repeated. */
  problems: readonly string[];
  /** What an operator should know, and may have meant. */
  warnings: readonly string[];
}

/** An unquoted value with `#` in it, and no blank before that: parsers take the rest for a comment. */
const cutValue = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(?:[ \t]*(?=[^\s"'`#])[^#\n]*[^\s#])?#/gm;
/** Variables of compose.yaml and of Compose itself, which reads the same file. */
const composeNames = /^(REDIS_PASSWORD|PUBLISH|COMPOSE_\w+|DOCKER_\w+)$/;
/** Letters that may differ between a mistyped name and the one that was meant: one in four, two at most. */
const typosMax = 2;
const lettersPerTypo = 4;

/**
 * @param path null, and a file that is not there, mean none
 * @param known every variable there is
 */
export function readEnvFile(path: string | null, known: readonly string[]): EnvFile {
  const nothing = { values: {}, problems: [], warnings: [] };
  if (path === null) return nothing;
  try {
    const text = readFileSync(path, 'utf8');
    const values = parseEnv(text) as Record<string, string>;
    // Node takes the name of a line that is commented out for one that begins with #.
    const named = Object.keys(values).filter((name) => /^\w+$/.test(name));
    const unknown = named.filter((name) => !known.includes(name) && !composeNames.test(name));
    const mistyped = new Map(unknown.map((name) => [name, meantBy(name, known)]));
    return {
      values,
      problems: [
        ...cutNames(text).map((name) => `${name}: its value is cut at # in ${path}: put it in quotes`),
        ...[...mistyped].flatMap(([name, meant]) =>
          meant ? [`${name}: is no variable; ${path} may mean ${meant}`] : [],
        ),
      ],
      warnings: [
        ...(isOpen(path) ? [`${path} can be read by other users of this machine: chmod 600 it.`] : []),
        ...[...mistyped].flatMap(([name, meant]) =>
          meant ? [] : [`${path} sets ${name}, which is no variable.`],
        ),
      ],
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing;
    return { ...nothing, problems: [`${path}: cannot be read`] };
  }
}

/**
 * Secrets that are files, as containers and systemd hand them in: `NAME_FILE` is the path of one.
 * @param values where `NAME_FILE` may stand; a value under the name itself is the one that counts
 */
export function readSecretFiles(
  values: NodeJS.ProcessEnv,
  secrets: readonly string[],
): Omit<EnvFile, 'warnings'> {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secrets) {
    const path = values[`${name}_FILE`];
    if (!path || values[name]?.trim()) continue;
    try {
      read[name] = readFileSync(path, 'utf8').trim();
    } catch {
      problems.push(`${name}_FILE: cannot be read`);
    }
  }
  return { values: read, problems };
}

function cutNames(text: string): string[] {
  return [...text.matchAll(cutValue)].map(([, name = '']) => name);
}

function isOpen(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}

/** The known name that differs least, if it differs little. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const typos = Math.min(typosMax, Math.floor(name.length / lettersPerTypo));
  return known.find((candidate) => distance(name.toUpperCase(), candidate) <= typos);
}

/** Levenshtein's: letters added, left out or changed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1);
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
