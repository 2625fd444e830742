-- Moves the call that leads a flight to where a caller who follows it would stand in the queue of the bank, if that is
-- further ahead.
--
-- KEYS[1] slots (sorted set: call -> lease end, ms)   KEYS[2] line (sorted set: call -> place)
-- KEYS[3] last arrival (hash ms, nth)
-- ARGV[1] leading call  ARGV[2] priority of the follower, lower is served first
-- ARGV[3] place of the follower; '' when it has none yet: it arrives now
--
-- Returns {'running' | 'waiting' | 'absent', place of the follower}; absent: the leader is not in the queue (yet).
--
-- Invariant: a leader is moved forward only, and nobody enters the queue by this.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function at(ms) return string.format('%.0f', now + ms) end

-- As in `enter`.
local function place()
  local last = redis.call('HMGET', KEYS[3], 'ms', 'nth')
  local nth = 0
  if last[1] == at(0) then nth = tonumber(last[2]) + 1 end
  redis.call('HSET', KEYS[3], 'ms', at(0), 'nth', nth)
  redis.call('PEXPIRE', KEYS[3], 3600000)
  return string.format('%.0f', ARGV[2] * 1e15 + (now - 1767225600000) * 1000 + nth)
end

local mine = ARGV[3]
if mine == '' then mine = place() end
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return { 'running', mine } end
local its = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not its then return { 'absent', mine } end
if tonumber(mine) < tonumber(its) then redis.call('ZADD', KEYS[2], mine, ARGV[1]) end
return { 'waiting', mine }
