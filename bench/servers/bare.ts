/**
 * Baselines: Fastify answering the bytes it was given, with schemas on both sides, and with `GET_FROM` set
 * also reading one key from Redis for every request, or sending `COMMAND` (a JSON array) in its place.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { Redis } from 'ioredis';

const answer = JSON.parse(readFileSync(process.env.ANSWER_FILE ?? '', 'utf8')) as object;
const store = process.env.GET_FROM ? new Redis(process.env.GET_FROM) : null;
const [name, ...args] = JSON.parse(process.env.COMMAND ?? '["get", "bench"]') as [string, ...string[]];

const app = Fastify({ logger: false });
const body = {
  type: 'object',
  required: ['reference'],
  properties: { reference: { type: 'string', minLength: 1, maxLength: 128 } },
};

app.post('/api/verify', { schema: { body, response: { 200: schemaOf(answer) } } }, async () => {
  if (store) await store.call(name, ...args);
  return answer;
});

await store?.set('bench', JSON.stringify(answer));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

/** A response schema that names every member of the answer, as a careful author would write it. */
function schemaOf(value: unknown): object {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', items: {} };
  if (typeof value === 'object') {
    const properties = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, schemaOf(member)]),
    );
    return { type: 'object', properties };
  }
  return { type: typeof value };
}
