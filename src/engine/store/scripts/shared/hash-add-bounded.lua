-- Writes a field of a hash, unless it is a new one and others have come since the hash was read.
--
-- KEYS[1] hash
-- ARGV[1] field  ARGV[2] value  ARGV[3] fields there were when it was read
--
-- Returns 1 when it was written, else 0: to be read again.
--
-- Invariant: a limit that was kept when the hash was read is kept when it is written.
local is_new = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
if is_new and redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
