/** Baseline for startup, idle memory and a page: a minimal Fastify process. Plain JavaScript, like the built service. */
import Fastify from 'fastify';

const app = Fastify({ logger: false });
app.get('/readyz', async () => ({ ready: true }));
const page = '<!doctype html><html lang="en"><title>Hello</title><h1>Did the money arrive?</h1></html>';
app.get('/', async (_request, reply) => reply.type('text/html').send(page));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
