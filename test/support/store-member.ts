/**
 * A process with an open store, for tests with several processes. Prints the kind of store when ready; takes `set KEY VALUE`
 * and `get KEY` on standard input; exits on SIGTERM; reports SIGINT and stays.
 */
import { createInterface } from 'node:readline';
import { openStore } from '../../src/engine/store/connection/connect.js';
import { createLog } from '../../src/log.js';

const store = await openStore({
  dataDir: process.env.DATA_DIR ?? '',
  production: process.env.NODE_ENV === 'production',
  log: createLog('info'),
});

process.once('SIGTERM', async () => {
  await store.close();
  process.exit(0);
});
process.on('SIGINT', () => console.log('interrupted'));

createInterface({ input: process.stdin }).on('line', async (line) => {
  const [command, key = '', value = ''] = line.split(' ');
  const answer = command === 'set' ? await store.client.set(key, value) : await store.client.get(key);
  console.log(String(answer));
});
console.log(store.kind);
