-- Binds an Idempotency-Key to one verification, or tells what it is bound to.
--
-- KEYS[1] binding (hash: print, target, request, failure)
-- ARGV[1] print of the verification: what makes it another one  ARGV[2] how long it is bound, ms
--
-- Returns {'other'} | {'bound', target or '', request or '', failure or ''}
--   target: it succeeded with this · request: it was accepted as this · failure: it ended in this, for good
--
-- Invariant: a key is bound to the first verification that brings it, until the binding expires.
local bound = redis.call('HMGET', KEYS[1], 'print', 'target', 'request', 'failure')
if bound[1] and bound[1] ~= ARGV[1] then return { 'other' } end
if not bound[1] then
  redis.call('HSET', KEYS[1], 'print', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return { 'bound', bound[2] or '', bound[3] or '', bound[4] or '' }
