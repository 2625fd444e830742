-- Commits a reservation: counts it, and writes it to the ledger if there is one.
--
-- KEYS[1] counts of the window (hash used, overage)
-- KEYS[2] reservations (sorted set: call -> lease end, ms)
-- KEYS[3] ledger of the month (stream), optional
-- ARGV[1] call  ARGV[2] cap, '' when unlimited  ARGV[3] end of the window, ms
-- ARGV[4] how long counts are kept after it, ms  ARGV[5...] ledger: field, value, field, value, ...
--
-- Returns {'used' | 'overage' | 'none', used, overage}; none: the reservation had expired, nothing is counted.
--
-- Invariant: a reservation is counted once, however often this runs; `used` never exceeds the cap.
local counted = 'none'
if redis.call('ZREM', KEYS[2], ARGV[1]) == 1 then
  local cap = tonumber(ARGV[2])
  local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
  counted = (cap and used >= cap) and 'overage' or 'used'
  local expires = string.format('%.0f', ARGV[3] + ARGV[4])
  redis.call('HINCRBY', KEYS[1], counted, 1)
  redis.call('PEXPIREAT', KEYS[1], expires)
  if KEYS[3] then
    local entry = { 'counted', counted }
    for i = 5, #ARGV do entry[#entry + 1] = ARGV[i] end
    redis.call('XADD', KEYS[3], '*', unpack(entry))
    redis.call('PEXPIREAT', KEYS[3], expires)
  end
end

local counts = redis.call('HMGET', KEYS[1], 'used', 'overage')
return { counted, tonumber(counts[1] or '0'), tonumber(counts[2] or '0') }
