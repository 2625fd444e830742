/** `npm start`: from a fresh clone to a running service. It runs in this very process, so signals need no forwarding. */
import { prepare } from './lib/prepare.mjs';

await prepare();
await import('../dist/main.js');
