/** The code of docs/webhooks.md that verifies a signature, and what it must say of webhooks in every language. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedHeaders } from '../../src/engine/webhooks/signature.js';
import { bad, body, good, other, secret } from '../clients/webhook-samples.js';
import { repository } from '../support/processes.js';

type Sample = [name: string, headers: Record<string, string>, body: string, secret: string];

const now = Math.floor(Date.now() / 1_000);
const own = (...secrets: string[]) => signedHeaders({ id: 'evt_1', timestamp: now, body }, secrets);
const taken: Sample[] = [
  ['as the service signs it', own(secret), body, secret],
  ['after a rotation, by the new secret', own(secret, other), body, secret],
  ['after a rotation, by the old secret', own(other, secret), body, secret],
  // Frameworks differ in how they write names of headers; the code expects small letters.
  ...good().flatMap(([name, headers, text, by]): Sample[] =>
    typeof by === 'string' && name !== 'capitals' ? [[name, headers, text, by]] : [],
  ),
];
const refused: Sample[] = bad().map(([name, headers, text]) => [name, headers, text, secret]);

/** A line for each sample: body, id, time, signatures and secret in base64, '-' for a header that is absent. */
const input = [...taken, ...refused]
  .map(([, headers, text, by]) =>
    [text, headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature'], by]
      .map((part) => (part === undefined ? '-' : `b${Buffer.from(part).toString('base64')}`))
      .join(' '),
  )
  .join('\n');

export const expected = Object.fromEntries([
  ...taken.map(([name]) => [name, 'true']),
  ...refused.map(([name]) => [name, 'false']),
]);

/** The block of a language that defines `verified`. */
export async function block(language: string): Promise<string> {
  const page = await readFile(join(repository, 'docs/webhooks.md'), 'utf8');
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
  return blocks.map(([, code = '']) => code).find((code) => /\bverified\b/.test(code)) ?? '';
}

/** What a program says of the samples. @param source of a file that reads the lines and prints true or false for each */
export async function said(command: string, file: string, source: string): Promise<Record<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'webhook-code-'));
  try {
    const path = join(directory, file);
    await writeFile(path, source);
    const lines = (await printed(command, path)).trim().split('\n');
    return Object.fromEntries([...taken, ...refused].map(([name], index) => [name, lines[index] ?? '']));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function printed(command: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, [path], (error, out, err) =>
      error ? reject(new Error(`${error.message} ${err}`)) : resolve(out),
    );
    child.stdin?.end(input);
  });
}
