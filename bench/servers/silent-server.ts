/** Baseline for waiting callers: Fastify that accepts every call and never answers. */
import Fastify from 'fastify';

const app = Fastify({ logger: false });
app.post('/api/verify', () => new Promise(() => undefined));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
