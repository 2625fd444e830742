-- Creates the binding of an Idempotency-Key, or reads it.
--
-- KEYS[1] binding (hash: since, target, request, failure, times, sightings)
-- ARGV[1] time to live of the binding, ms
--
-- Returns {target or '', request or '', failure or '', sightings or ''}
--   target: of the verification that succeeded · request: id of the request answered 202 · failure: final failure
--   sightings: what was read in its pictures
--
-- Invariant: a binding expires this long after its creation, however often it is used.
if redis.call('HSETNX', KEYS[1], 'since', '1') == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
local bound = redis.call('HMGET', KEYS[1], 'target', 'request', 'failure', 'sightings')
return { bound[1] or '', bound[2] or '', bound[3] or '', bound[4] or '' }
