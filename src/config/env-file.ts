/** Reads the file `.env` and reports likely mistakes in it. */
import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

interface EnvFile {
  values: Readonly<Record<string, string>>;
  /** Errors that prevent the start, one line each, without values. */
  problems: readonly string[];
  /** Warnings: possibly intended. */
  warnings: readonly string[];
}

/** An unquoted value with `#` and no blank before it: parsers read the rest as a comment. */
const cutValue = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(?:[ \t]*(?=[^\s"'`#])[^#\n]*[^\s#])?#/gm;
/** Variables of compose.yaml and of Compose, which reads the same file. */
const composeNames = /^(REDIS_PASSWORD|PUBLISH|COMPOSE_\w+|DOCKER_\w+)$/;
/** Edit distance of a mistyped name: one letter in four, two at most. */
const typosMax = 2;
const lettersPerTypo = 4;

/**
 * @param path null or a missing file: no values
 * @param names of all variables
 */
export function readEnvFile(path: string | null, names: readonly string[]): EnvFile {
  const nothing = { values: {}, problems: [], warnings: [] };
  if (path === null) return nothing;
  try {
    const text = readFileSync(path, 'utf8');
    const values = parseEnv(text) as Record<string, string>;
    // Node returns commented-out lines under a name that begins with #.
    const given = Object.keys(values).filter((name) => /^\w+$/.test(name));
    const unknown = given.filter((name) => !names.includes(name) && !composeNames.test(name));
    const mistyped = new Map(unknown.map((name) => [name, closestName(name, names)]));
    return {
      values,
      problems: [
        ...[...text.matchAll(cutValue)].map(
          ([, name]) => `${name}: its value is cut at # in ${path}: put it in quotes`,
        ),
        ...[...mistyped].flatMap(([name, meant]) =>
          meant ? [`${name}: is not a known variable; ${path} may mean ${meant}`] : [],
        ),
      ],
      warnings: [
        ...(isOpen(path) ? [`${path} can be read by other users of this machine: chmod 600 it.`] : []),
        ...[...mistyped].flatMap(([name, meant]) =>
          meant ? [] : [`${path} sets ${name}, which is not a known variable.`],
        ),
      ],
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing;
    return { ...nothing, problems: [`${path}: cannot be read`] };
  }
}

/**
 * Reads secrets from files, as containers and systemd provide them: `NAME_FILE` is the path.
 * @param values may contain `NAME_FILE`; a value of NAME itself takes precedence
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

function isOpen(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}

/** A variable whose name differs by few letters. */
function closestName(name: string, names: readonly string[]): string | undefined {
  const typos = Math.min(typosMax, Math.floor(name.length / lettersPerTypo));
  return names.find((candidate) => distance(name.toUpperCase(), candidate) <= typos);
}

/** Levenshtein distance. */
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
