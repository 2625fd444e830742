// Preloaded by worker threads that run from TypeScript sources (worker-url.ts); no part of a build.
// Node 20 does not hand `--import tsx` of the parent, or of its own, on to what a worker loads; this does.
import { register } from 'tsx/esm/api';

register();
