/** The code of docs/webhooks.md that verifies a signature takes what the service sends, and nothing else, in each language. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../src/engine/webhooks/signature.js';
import { bad, body, good, other, secret } from '../clients/webhook-samples.js';
import { repository } from '../support/processes.js';

let page: string;
let directory: string;

beforeAll(async () => {
  page = await readFile(join(repository, 'docs/webhooks.md'), 'utf8');
  directory = await mkdtemp(join(tmpdir(), 'webhook-code-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

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

/** The block of a language that defines `verified`. */
function block(language: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
  return blocks.map(([, code = '']) => code).find((code) => /\bverified\b/.test(code)) ?? '';
}

/** What a program says of the samples. @param source of a file that reads the lines and prints true or false for each */
async function said(command: string, file: string, source: string): Promise<Record<string, string>> {
  const path = join(directory, file);
  await writeFile(path, source);
  const stdout = await new Promise<string>((resolve, reject) => {
    const child = execFile(command, [path], (error, out, err) =>
      error ? reject(new Error(`${error.message} ${err}`)) : resolve(out),
    );
    child.stdin?.end(input);
  });
  const lines = stdout.trim().split('\n');
  return Object.fromEntries([...taken, ...refused].map(([name], index) => [name, lines[index] ?? '']));
}

const expected = Object.fromEntries([
  ...taken.map(([name]) => [name, 'true']),
  ...refused.map(([name]) => [name, 'false']),
]);

it('TypeScript', async () => {
  const code = ts.transpile(block('ts'), { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 });
  const harness = `
    import { readFileSync } from 'node:fs';
    const read = (part) => (part === '-' ? undefined : Buffer.from(part.slice(1), 'base64').toString());
    for (const line of readFileSync(0, 'utf8').split('\\n')) {
      const [body, id, time, signature, secret] = line.split(' ').map(read);
      const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
      console.log(String(verified(body, headers, secret)));
    }`;
  expect(await said(process.execPath, 'code.mjs', code + harness)).toEqual(expected);
});

describe('Python', { tags: ['needs-python3'] }, () => {
  it('verifies', async () => {
    const harness = `
import sys
names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
for line in sys.stdin:
    body, *parts, secret = [None if one == "-" else base64.b64decode(one[1:]) for one in line.split()]
    headers = {name: part.decode() for name, part in zip(names, parts) if part is not None}
    print(str(verified(body, headers, secret.decode())).lower())
`;
    expect(await said('python3', 'code.py', block('python') + harness)).toEqual(expected);
  });
});

describe('PHP', { tags: ['needs-php'] }, () => {
  it('verifies', async () => {
    const harness = `
$names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
while (($line = fgets(STDIN)) !== false) {
    $parts = array_map(fn ($one) => $one === '-' ? null : base64_decode(substr($one, 1)), explode(' ', trim($line)));
    $headers = array_filter(array_combine($names, array_slice($parts, 1, 3)), fn ($one) => $one !== null);
    echo verified($parts[0], $headers, $parts[4]) ? "true\\n" : "false\\n";
}`;
    expect(await said('php', 'code.php', `<?php\n${block('php')}${harness}`)).toEqual(expected);
  });
});

describe('Java', { tags: ['needs-javac'] }, () => {
  it('verifies', async () => {
    const [imports = '', method = ''] = block('java').split(/(?=^static )/m);
    const source = `${imports}
class Code {
${method}
    public static void main(String[] args) throws Exception {
        String[] names = { "webhook-id", "webhook-timestamp", "webhook-signature" };
        for (String line : new String(System.in.readAllBytes()).split("\\n")) {
            String[] parts = line.split(" ");
            Map<String, String> headers = new java.util.HashMap<>();
            for (int i = 1; i < 4; i++) if (!parts[i].equals("-")) headers.put(names[i - 1], read(parts[i]));
            System.out.println(verified(read(parts[0]), headers, read(parts[4])));
        }
    }
    static String read(String part) {
        return new String(Base64.getDecoder().decode(part.substring(1)), StandardCharsets.UTF_8);
    }
}`;
    expect(await said('java', 'Code.java', source)).toEqual(expected);
  });
});
