-- Turns a held place into a spent one.
--
-- KEYS[1] what is spent in the window (hash used)  KEYS[2] places held (sorted set: call -> lease end, ms)
-- ARGV[1] call  ARGV[2] end of the window, ms  ARGV[3] how long the count is kept past it, ms
--
-- Returns {'spent' | 'none', used}; none: the place had expired, nothing is counted.
--
-- Invariant: a held place is counted once, however often this runs.
if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then
  return { 'none', tonumber(redis.call('HGET', KEYS[1], 'used') or '0') }
end
local used = redis.call('HINCRBY', KEYS[1], 'used', 1)
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ARGV[2] + ARGV[3]))
return { 'spent', used }
