-- Opens what an Idempotency-Key is bound to, or tells what is known of it.
--
-- KEYS[1] binding (hash: since, target, request, failure, times, sightings)
-- ARGV[1] how long it is bound, ms
--
-- Returns {target or '', request or '', failure or '', sightings or ''}
--   target: it succeeded with this · request: it was accepted as this · failure: it ended in this, for good
--   sightings: this was read in its pictures
--
-- Invariant: a binding expires so long after it was opened, however often it is used.
if redis.call('HSETNX', KEYS[1], 'since', '1') == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
local bound = redis.call('HMGET', KEYS[1], 'target', 'request', 'failure', 'sightings')
return { bound[1] or '', bound[2] or '', bound[3] or '', bound[4] or '' }
