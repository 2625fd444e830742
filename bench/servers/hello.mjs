/** Baseline of starting and of idling: the least a Fastify process is. Plain JavaScript, as what is built is. */
import Fastify from 'fastify';

const app = Fastify({ logger: false });
app.get('/readyz', async () => ({ ready: true }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
