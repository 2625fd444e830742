/** Batches with the clients of other languages, against the whole service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';
import { expectedOfBatch } from './support.js';

/** What a program says, with a service and an account of its own. */
async function said(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const environment = await openEnvironment();
  onTestFinished(() => environment.close());
  const { key } = await environment.mint({ rate: 10_000 });
  const own = { PATH: process.env.PATH, DERESEGN_URL: await listen(environment), DERESEGN_KEY: key };
  const { stdout } = await promisify(execFile)(program, args, { env: { ...own, ...env } });
  return JSON.parse(stdout);
}

describe('the Python client', { tags: ['needs-python3'] }, () => {
  it('does as the TypeScript client does', async () => {
    const program = `
import json, time
from deresegn import ApiError, Deresegn, result_of
api = Deresegn().batches
items = [
    {"id": "order 17", "reference": "DKK4A1B2C3", "expect": {"amount": "1.00"}},
    {"reference": "DKK4A1GONE"},
    {"id": "order 19", "text": "nothing"},
]
made = api.create(items, idempotency_key="day 17")
again = api.create(items, idempotency_key="day 17")
while api.get(made["id"])["status"] != "completed":
    time.sleep(0.1)
try:
    api.create([{"reference": "DKK4A1B2C3", "expect": {}}])
except ApiError as error:
    invalid = error.issues[0]["path"]
print(json.dumps({
    "total": made["total"],
    "twice": again["id"] == made["id"],
    "verdicts": [[one["id"], one["result"]["verdict"]] for one in api.get(made["id"])["results"]],
    "accepted": [result_of(one["result"]).accepted for one in api.get(made["id"])["results"]],
    "invalid": invalid,
}))`;
    const env = { PYTHONPATH: join(repository, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' };
    expect(await said('python3', ['-c', program], env)).toEqual(expectedOfBatch);
  });
});

describe('deresegn.php', { tags: ['needs-php'] }, () => {
  it('does as the TypeScript client does', async () => {
    const program = `
require $argv[1];
use function Deresegn\\{createBatch, getBatch, outcome};
$items = [
  ['id' => 'order 17', 'reference' => 'DKK4A1B2C3', 'expect' => ['amount' => '1.00']],
  ['reference' => 'DKK4A1GONE'],
  ['id' => 'order 19', 'text' => 'nothing'],
];
$made = createBatch($items, 'day 17');
$again = createBatch($items, 'day 17');
while (getBatch($made['id'])['status'] !== 'completed') usleep(100_000);
try { createBatch([['reference' => 'DKK4A1B2C3', 'expect' => (object) []]], 'day 18'); }
catch (Deresegn\\ServiceError $error) { $invalid = $error->issues[0]['path']; }
$results = getBatch($made['id'])['results'];
echo json_encode([
  'total' => $made['total'],
  'twice' => $again['id'] === $made['id'],
  'verdicts' => array_map(fn ($one) => [$one['id'], $one['result']['verdict']], $results),
  'accepted' => array_map(fn ($one) => outcome($one['result'])['accepted'], $results),
  'invalid' => $invalid,
]);`;
    const file = join(repository, 'clients/php/deresegn.php');
    expect(await said('php', ['-r', program, file])).toEqual(expectedOfBatch);
  });
});
