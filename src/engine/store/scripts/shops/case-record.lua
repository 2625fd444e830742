-- Records a case about a receipt for the owners of a shop.
--
-- KEYS[1] cases of the day (sorted set: KIND RECEIPT MEMBER MESSAGE -> ms)  KEYS[2] stored totals of the day (string)
-- ARGV[1] kind and receipt  ARGV[2] member and fingerprint of the message
-- ARGV[3] first ms of the day  ARGV[4] its end, ms (exclusive)  ARGV[5] kept after it, ms  ARGV[6] maximum number
--
-- Returns {'window', now (ms)} | {'noted', messages with this kind and receipt on this day}
--
-- Invariant: a message is recorded once per kind and receipt, at the first time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[3]) or now >= tonumber(ARGV[4]) then return { 'window', now } end

if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[6]) then
  redis.call('ZADD', KEYS[1], 'NX', string.format('%.0f', now), ARGV[1] .. ' ' .. ARGV[2])
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ARGV[4] + ARGV[5]))
  redis.call('DEL', KEYS[2])
end
local start = ARGV[1] .. ' '
local count = 0
for _, one in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.sub(one, 1, #start) == start then count = count + 1 end
end
return { 'noted', count }
