/** 405 with `Allow` for other methods of known paths, before any body is read. */
import { METHODS } from 'node:http';
import { Failure } from '../../engine/api/errors.js';
import type { App } from '../types.js';

export interface KnownPaths {
  /** Registers the other methods of every path seen so far; call it after all routes. */
  refuseOthers(app: App): void;
}

/** Records the paths of routes registered from now on. */
export function watchPaths(app: App): KnownPaths {
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url }) => void paths.add(url));
  return {
    refuseOthers(scope) {
      for (const method of unknownMethods(scope)) scope.addHttpMethod(method, { hasBody: false });
      for (const url of [...paths]) refuse(scope, url);
    },
  };
}

/** Without CONNECT, which never reaches a route: Node emits it as a separate event. */
function unknownMethods(app: App): string[] {
  return METHODS.filter((method) => method !== 'CONNECT' && !app.supportedMethods.includes(method));
}

function refuse(app: App, url: string): void {
  const taken = app.supportedMethods.filter((method) => app.hasRoute({ method, url }));
  const allow = [...taken].sort().join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => !taken.includes(method)),
    url,
    schema: { hide: true },
    onRequest: (_request, reply, done) => {
      reply.header('allow', allow);
      done(new Failure('method_not_allowed'));
    },
    handler: () => '',
  });
}
