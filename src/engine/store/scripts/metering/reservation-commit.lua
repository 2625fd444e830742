-- Commits a reservation: counts it, and writes it to the ledger if there is one.
--
-- KEYS[1] counts of the window (hash used, overage)
-- KEYS[2] reservations (sorted set: call -> lease end, ms)
-- KEYS[3] ledger of the month (stream), optional
-- ARGV[1] call  ARGV[2] cap, '' when unlimited  ARGV[3] end of the window, ms
-- ARGV[4] how long counts are kept after it, ms  ARGV[5] '1' to note when 80 and 100 % of the cap are used
-- ARGV[6...] ledger: field, value, field, value, ...
--
-- Returns {'used' | 'overage' | 'none', used, 1 when a percentage is reached and `told80` or `told100` does not say that it is
-- published, else 0}; none: the reservation had expired, nothing is counted.
--
-- Invariant: a reservation is counted once, however often this runs; `used` never exceeds the cap. What was reached is noted
-- with the count that reaches it, once in the window.
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
    for i = 6, #ARGV do entry[#entry + 1] = ARGV[i] end
    redis.call('XADD', KEYS[3], '*', unpack(entry))
    redis.call('PEXPIREAT', KEYS[3], expires)
  end
end

local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
local cap = tonumber(ARGV[2])
if ARGV[5] ~= '1' or not cap or used == 0 or used < math.ceil(cap * 80 / 100) then return { counted, used, 0 } end

local reached = 0
local time = redis.call('TIME')
for _, percent in ipairs({ '80', '100' }) do
  if used >= math.ceil(cap * percent / 100) then
    redis.call('HSETNX', KEYS[1], 'at' .. percent, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
    if redis.call('HEXISTS', KEYS[1], 'told' .. percent) == 0 then reached = 1 end
  end
end
return { counted, used, reached }
