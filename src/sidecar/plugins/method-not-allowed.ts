/** 405 with `Allow` for other methods of known paths, before any body is read. */
import findMyWay from 'find-my-way';
import { Failure } from '../../engine/api/errors.js';
import type { App } from '../types.js';

interface RegisteredPath {
  /** The pattern of its routes. */
  url: string;
  methods: Set<string>;
}

/** Refuses other methods of the paths registered from now on, and any method of unknown paths. */
export function refuseOtherMethods(app: App): void {
  // A separate router: registering a route for each method of each path would take most of the start-up time.
  const paths = findMyWay();
  const registered = new Map<string, RegisteredPath>();
  app.decorateRequest('refusedRoute', null);
  app.addHook('onRoute', ({ url, method }) => {
    const path = registered.get(url) ?? { url, methods: new Set() };
    if (!registered.has(url)) paths.on('GET', url, () => {}, path);
    registered.set(url, path);
    for (const name of [method].flat()) path.methods.add(name);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = paths.find('GET', request.url)?.store as RegisteredPath | undefined;
    if (!path) return done(new Failure('not_found'));
    request.refusedRoute = path.url;
    reply.header('allow', [...path.methods].sort().join(', '));
    done(new Failure('method_not_allowed'));
  });
}
