-- Lets somebody have one more of what is bounded and ends: calls that wait, event streams.
--
-- KEYS[1] what there is (sorted set: name -> lease end, ms)  KEYS[2] account (hash plan, waiting), absent: ARGV[4] is the bound
-- ARGV[1] name  ARGV[2] lease, ms  ARGV[3] '1': also past the bound (what was promised before)
-- ARGV[4] bound, or with KEYS[2] bounds by plan from here on: plan, bound, plan, bound, ...
--
-- Returns 1 when it is there from now on, else 0.
--
-- Invariant: never more than the bound, but for what was promised; what is not renewed for the length of its lease is gone.
-- An Enterprise account has the figure of its contract where there is one.
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
