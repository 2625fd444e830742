/** Batches with the clients of other languages, against the whole service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';
import { expectedOfBatch } from './support.js';

let environment: TestEnvironment;
let url: string;
beforeAll(async () => {
  environment = await openEnvironment();
  url = await listen(environment);
});
afterAll(() => environment?.close());

describe('the Python client', { tags: ['needs-python3'] }, () => {
  it('does as the TypeScript client does', async () => {
    const { key } = await environment.mint({ rate: 10_000 });
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
    const env = { PATH: process.env.PATH, DERESEGN_URL: url, DERESEGN_KEY: key };
    const python = { PYTHONPATH: join(repository, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await promisify(execFile)('python3', ['-c', program], { env: { ...env, ...python } });
    expect(JSON.parse(stdout)).toEqual(expectedOfBatch);
  });
});

describe('deresegn.php', { tags: ['needs-php'] }, () => {
  it('does as the TypeScript client does', async () => {
    const { key } = await environment.mint({ rate: 10_000 });
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
    const env = { PATH: process.env.PATH, DERESEGN_URL: url, DERESEGN_KEY: key };
    const { stdout } = await promisify(execFile)(
      'php',
      ['-r', program, join(repository, 'clients/php/deresegn.php')],
      { env },
    );
    expect(JSON.parse(stdout)).toEqual(expectedOfBatch);
  });
});
