-- Writes a field of a hash, unless the hash has expired.
--
-- KEYS[1] hash
-- ARGV[1] field  ARGV[2] value  ARGV[3] 'once': do not replace a value
--
-- Returns 1 when it was written, else 0.
--
-- Invariant: never creates a hash, which would have no time to live.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if ARGV[3] == 'once' then return redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
