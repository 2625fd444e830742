/** 405 with `Allow` for other methods of known paths, before any body is read. */
import findMyWay from 'find-my-way';
import { Failure } from '../../engine/api/errors.js';
import type { App } from '../types.js';

interface KnownPath {
  /** The pattern of its routes. */
  url: string;
  methods: Set<string>;
}

/** Refuses other methods of the paths registered from now on, and any method of unknown paths. */
export function refuseOtherMethods(app: App): void {
  // A router of its own: registering a route for each method of each path would take most of the start.
  const paths = findMyWay();
  const known = new Map<string, KnownPath>();
  app.decorateRequest('refusedRoute', null);
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? { url, methods: new Set() };
    if (!known.has(url)) paths.on('GET', url, () => {}, path);
    known.set(url, path);
    for (const one of [method].flat()) path.methods.add(one);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = paths.find('GET', request.url)?.store as KnownPath | undefined;
    if (!path) return done(new Failure('not_found'));
    request.refusedRoute = path.url;
    reply.header('allow', [...path.methods].sort().join(', '));
    done(new Failure('method_not_allowed'));
  });
}
