/** Baseline: an Express application, as many are written, that reads one key from Redis and answers the bytes it was given. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Redis } from 'ioredis';

const answer = JSON.parse(readFileSync(process.env.ANSWER_FILE ?? '', 'utf8')) as object;
const store = new Redis(process.env.GET_FROM ?? '');
await store.set('bench', JSON.stringify(answer));

const app = express();
app.use(express.json());
app.post('/api/verify', async ({ body }, response) => {
  if (typeof body?.reference !== 'string') return void response.status(400).json({ error: 'reference' });
  await store.get('bench');
  response.json(answer);
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
