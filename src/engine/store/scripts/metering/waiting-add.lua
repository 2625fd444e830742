-- Adds one of a bounded number: a waiting call, an event stream.
--
-- KEYS[1] current ones (sorted set: name -> lease end, ms)  KEYS[2] account (hash plan, waiting), optional: else ARGV[4] is the bound
-- ARGV[1] name  ARGV[2] lease, ms  ARGV[3] '1': add it even above the bound (a call answered 202 before)
-- ARGV[4] bound; with KEYS[2] bounds by plan: plan, bound, plan, bound, ...
--
-- Returns 1 when it was added or was there before, else 0.
--
-- Invariant: never more than the bound, except for calls answered 202 before. Entries expire unless they are renewed. An
-- Enterprise account uses the bound of its contract if it has one.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))

local bound = tonumber(ARGV[4])
if KEYS[2] then
  local account = redis.call('HMGET', KEYS[2], 'plan', 'waiting')
  local plan = account[1] or 'free'
  for index = 4, #ARGV, 2 do
    if ARGV[index] == plan then bound = tonumber(ARGV[index + 1]) end
  end
  if plan == 'enterprise' then bound = tonumber(account[2] or bound) end
end

local is_new = not redis.call('ZSCORE', KEYS[1], ARGV[1])
if is_new and ARGV[3] ~= '1' and redis.call('ZCARD', KEYS[1]) >= bound then return 0 end
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], 86400000)
return 1
