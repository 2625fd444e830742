-- Turns a held place into a counted verification and writes it to the ledger.
--
-- KEYS[1] verifications of the window (hash used, overage)
-- KEYS[2] places held (sorted set)
-- KEYS[3] ledger of the month (stream)
-- ARGV[1] call  ARGV[2] cap, '' when unlimited  ARGV[3] end of the window, ms
-- ARGV[4] how long counts are kept past it, ms  ARGV[5...] ledger fields and values in turn
--
-- Returns {'used' | 'overage' | 'none', used, overage}; none: the place had expired, nothing is counted.
--
-- Invariant: a held place is counted once, however often this runs; `used` never passes the cap.
if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then
  local counts = redis.call('HMGET', KEYS[1], 'used', 'overage')
  return { 'none', tonumber(counts[1] or '0'), tonumber(counts[2] or '0') }
end

local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
local cap = tonumber(ARGV[2])
local counted = 'used'
if cap and used >= cap then counted = 'overage' end
redis.call('HINCRBY', KEYS[1], counted, 1)

local expires = string.format('%.0f', ARGV[3] + ARGV[4])
redis.call('PEXPIREAT', KEYS[1], expires)
local entry = { 'counted', counted }
for i = 5, #ARGV do entry[#entry + 1] = ARGV[i] end
redis.call('XADD', KEYS[3], '*', unpack(entry))
redis.call('PEXPIREAT', KEYS[3], expires)

local counts = redis.call('HMGET', KEYS[1], 'used', 'overage')
return { counted, tonumber(counts[1] or '0'), tonumber(counts[2] or '0') }
