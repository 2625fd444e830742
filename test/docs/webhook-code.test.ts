/** The code of docs/webhooks.md that verifies a signature, in TypeScript. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { block, expected, said } from './webhook-code.js';

it('the code of docs/webhooks.md in TypeScript takes what the service sends, and nothing else', async () => {
  const code = ts.transpile(await block('ts'), {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
  });
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
