-- Creates a request, unless it exists.
--
-- KEYS[1] request (hash)
-- ARGV[1] time to live, ms  ARGV[2...] field, value, field, value, ...
--
-- Returns 1 when it was created, else 0.
--
-- Invariant: of two processes that create a request, one does, and works on it.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
