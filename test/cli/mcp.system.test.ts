/** `deresegn mcp`: an assistant that starts programs has the tools of the service, and is told the truth when it is not there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandboxOrder } from '../clients/support.js';
import { code } from '../extractor/pictures.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { builtCli } from '../support/built.js';
import { ensureTimeInMinute } from '../support/clock-window.js';
import { freePort } from '../support/ports.js';
import { repository } from '../support/processes.js';

const program = [join(repository, builtCli), 'mcp'];
/** The settings to paste into an assistant. */
const page = readFileSync(join(repository, 'docs/mcp.md'), 'utf8');
const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text));
const pasted = blocks.map(({ mcpServers }) => mcpServers.deresegn).find(({ command }) => command);
const clients: Client[] = [];
let environment: TestEnvironment;
let directory: string;
let url: string;
let key: string;
beforeAll(async () => {
  environment = await openEnvironment();
  url = await listen(environment);
  ({ key } = await environment.mint());
  directory = await mkdtemp(join(tmpdir(), 'deresegn-mcp-'));
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await environment?.close();
  await rm(directory, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const { command, args } = pasted;
  expect(Object.keys(pasted.env)).toEqual(['DERESEGN_URL', 'DERESEGN_KEY']);
  const all = { PATH: process.env.PATH ?? '', DERESEGN_URL: url, DERESEGN_KEY: key, ...env };
  const own = args.map((arg: string) => arg.replace('/path/to/deresegn', repository));
  await client.connect(new StdioClientTransport({ command, args: own, env: all }));
  clients.push(client);
  return client;
}

/** Not at once: the service is in this process. */
async function run(env: Record<string, string>, input: string) {
  const all = { DERESEGN_URL: url, DERESEGN_KEY: key, ...env };
  const child = spawn(process.execPath, program, { env: all });
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, status };
}

async function tell(client: Client, name: string, input: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
  const said = content.map((part) => (part.type === 'text' ? part.text : '')).join();
  return { text: said, isError: isError === true, body: structuredContent };
}

it.each(['auto', 'legacy'] as const)(
  'verifies receipts, by their text and by a picture on the disk (%s)',
  async (mode) => {
    const client = await start({}, mode);
    const { order, reference } = sandboxOrder(mode === 'auto' ? '7N1Z' : '8N1Z');
    const expectation = { amount: order.amount, account: order.account };
    const paid = await tell(client, 'verify_receipt', { text: `Receipt ${reference}`, expect: expectation });
    expect(paid).toMatchObject({ isError: false, body: { verdict: 'verified', reference } });
    expect(paid.text).toContain('Everything expected matches');
    const gone = sandboxOrder('GONE').reference;
    expect(await tell(client, 'verify_receipt', { reference: gone })).toMatchObject({
      isError: true,
      body: { verdict: 'not_verified' },
    });

    const { resolvedUrl } = (await environment.post(key, { reference }, '/api/resolve')).json();
    const picture = join(directory, 'receipt.png');
    await writeFile(picture, await code(resolvedUrl, 8));
    const read = await tell(client, 'verify_screenshot', { paths: [picture] });
    expect(read.body).toMatchObject({ verdict: 'verified', detections: [{ by: 'qr' }] });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'verify_screenshot')?.inputSchema.properties).toHaveProperty(
      'paths',
    );
  },
);

it('sends no file that is not a picture, and says nothing of what is in it', async () => {
  const client = await start();
  const secret = join(directory, 'secret.txt');
  await writeFile(secret, 'PRIVATE');
  const requests = async () => (await environment.get('/api/usage', key)).json().rate.used;
  await ensureTimeInMinute();
  const before = await requests();
  for (const paths of [[secret], [join(directory, 'none.png')], [directory], ['/dev/zero'], [], 'x']) {
    const { text, isError, body } = await tell(client, 'verify_screenshot', { paths });
    expect({ isError, body }).toMatchObject({ isError: true, body: { verdict: 'could_not_check' } });
    expect(text).not.toContain('PRIVATE');
  }
  expect(await requests()).toBe(before + 1);
});

it('says of a picture of an iPhone what to send instead', async () => {
  const client = await start();
  const picture = join(directory, 'IMG_0001.HEIC');
  await writeFile(
    picture,
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]),
  );
  const { text, body } = await tell(client, 'verify_screenshot', { paths: [picture] });
  expect(body).toMatchObject({ verdict: 'could_not_check' });
  expect(text).toContain('HEIC pictures are not supported; use a JPEG');
});

it('calls nothing unpaid when the service is not there, or refuses the key', async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'verify_receipt', arguments: {} },
  };
  for (const env of [{ DERESEGN_URL: address }, { DERESEGN_KEY: 'vk_test_wrong' }]) {
    const { stdout, stderr } = await run(env, `${JSON.stringify(message)}\nnot JSON\n`);
    const said = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { result } = said.find(({ id }) => id === 1);
    expect(result).toMatchObject({ isError: true, structuredContent: { verdict: 'could_not_check' } });
    expect(result.content[0].text).toMatch(/^Could not check: .* neither paid nor false\.$/);
    expect(said).toContainEqual(expect.objectContaining({ id: null, error: expect.anything() }));
    expect(stdout + stderr).not.toContain('vk_test_');
  }
});

it.each([{ DERESEGN_URL: '' }, { DERESEGN_KEY: '' }])('says what is not set: %o', async (env) => {
  const { status, stderr } = await run(env, '');
  expect(status).toBe(2);
  expect(stderr).toContain(Object.keys(env)[0]);
  expect(stderr).not.toContain(key);
});
