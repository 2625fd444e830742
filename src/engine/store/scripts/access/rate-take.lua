-- Counts requests that may wait against the rate of a key: as many as there is room for in the current minute. A tenth of the rate
-- is left to calls that cannot wait.
--
-- KEYS[1] key record (hash)  KEYS[2] requests of the current minute (counter)
-- ARGV[1] number of requests
--
-- Returns {counted, ms to the end of the minute} | {-1, 0} when the key is unknown or revoked
--
-- Invariant: never counts above the rate.
local record = redis.call('HMGET', KEYS[1], 'rate', 'revokedAt')
if not record[1] or record[2] then return { -1, 0 } end
local time = redis.call('TIME')
local left = 60000 - (time[1] % 60 * 1000 + math.floor(time[2] / 1000))
local rate = tonumber(record[1])
local used = tonumber(redis.call('GET', KEYS[2]) or '0')
local count = math.max(0, math.min(tonumber(ARGV[1]), rate - math.floor(rate / 10) - used))
if count == 0 then return { 0, left } end
redis.call('INCRBY', KEYS[2], count)
if used == 0 then redis.call('PEXPIREAT', KEYS[2], string.format('%.0f', (time[1] - time[1] % 60 + 60) * 1000)) end
return { count, left }
