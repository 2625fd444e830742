-- Writes a field of a hash, unless the field is new and other fields were added since the hash was read.
--
-- KEYS[1] hash
-- ARGV[1] field  ARGV[2] value  ARGV[3] number of fields when it was read
--
-- Returns 1 when it was written, else 0: read it again.
--
-- Invariant: a limit on the number of fields that was checked when reading still holds when writing.
local is_new = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
if is_new and redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
