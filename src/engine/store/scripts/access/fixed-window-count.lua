-- Counts a call of somebody without a key in the running window: a minute, an hour.
--
-- KEYS[1] calls of the window (counter)  KEYS[2] a record that must be there, only where one must
-- ARGV[1] length of the window, ms
--
-- Returns {'unknown'} | {'counted', calls of this window with this one, ms to its end}
--
-- Invariant: a window begins at a multiple of its length and ends with its counter.
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 0 then return { 'unknown' } end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local length = tonumber(ARGV[1])
local boundary = now - now % length + length
local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', boundary)) end
return { 'counted', used, boundary - now }
