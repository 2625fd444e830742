-- Counts a call without a key in the current fixed window, a minute or an hour.
--
-- KEYS[1] calls of the window (counter)  KEYS[2] a record that must exist, optional
-- ARGV[1] length of the window, ms
--
-- Returns {'unknown'} | {'counted', calls in this window including this one, ms to its end}
--
-- Invariant: a window starts at a multiple of its length, and its counter expires at its end.
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 0 then return { 'unknown' } end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local length = tonumber(ARGV[1])
local boundary = now - now % length + length
local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', boundary)) end
return { 'counted', used, boundary - now }
