/** 405 with `Allow` for other methods of known paths, before any body is read. */
import findMyWay from 'find-my-way';
import { Failure } from '../../engine/api/errors.js';
import type { App } from '../types.js';

/** Refuses other methods of the paths registered from now on, and any method of unknown paths. */
export function refuseOtherMethods(app: App): void {
  // Of its own, because a route for each method of each path takes longer to register than all else at the start.
  const paths = findMyWay();
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const taken = methods.get(url) ?? new Set();
    if (!methods.has(url)) paths.on('GET', url, () => {}, taken);
    methods.set(url, taken);
    for (const one of [method].flat()) taken.add(one);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const taken = paths.find('GET', request.url)?.store as Set<string> | undefined;
    if (!taken) return done(new Failure('not_found'));
    reply.header('allow', [...taken].sort().join(', '));
    done(new Failure('method_not_allowed'));
  });
}
