import type { Config } from '../config/index.js';
import type { EnvelopeOf } from '../engine/api/error-body.js';
import type { Engine } from '../engine/api/index.js';
import type { Logger } from '../log.js';
import type { Observer } from './plugins/metrics/requests.js';
import type { RequestSchemas } from './schemas/requests.js';
import type { StreamLimits } from './types.js';
import type { Uploads } from './uploads/index.js';

/** Dependencies of routes. */
export interface RouteDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  requests: RequestSchemas;
  observer: Observer;
  envelopeOf: EnvelopeOf;
  streams?: StreamLimits | undefined;
}

/** Dependencies of routes that take pictures. */
export interface PictureRouteDeps extends RouteDeps {
  uploads: Uploads;
}
