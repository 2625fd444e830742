/** The embedded store: a Redis in JavaScript, in its own thread, listening on a socket file only. */
import { chmodSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  createRedisCommandExecutor,
  RedisServerState,
  Resp2Server,
  resolveCompatibilityProfile,
} from 'js-redis-server/core';

const { path } = workerData as { path: string };
const compatibility = resolveCompatibilityProfile(undefined);
const server = new Resp2Server({
  server: new RedisServerState({ compatibility }),
  executor: createRedisCommandExecutor({ compatibility }),
});

// The package's own listen() opens a TCP port on every interface; its listener takes a socket file as well.
server.server.listen(path, () => {
  chmodSync(path, 0o700);
  parentPort?.postMessage('listening');
});
