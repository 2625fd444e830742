-- Stores an event of an account, and adds its deliveries to the account's webhook endpoints in the same step.
--
-- KEYS[1] account (hash plan)  KEYS[2] event (string)  KEYS[3] events (sorted set: event -> ms, no two alike)
-- ARGV[1] event id  ARGV[2] type  ARGV[3] body, JSON; '' delivers an event that is stored already once more
-- ARGV[4] time to live of the event, ms; ARGV[5] of a delivery, ms  ARGV[6] first part of the delivery ids
-- ARGV[7] the only endpoint that gets it, '' for all that subscribe; with one, the event is not listed
-- ARGV[8] number of deliveries in the log of an endpoint
-- ARGV[9...] bounds of the list by plan: plan, bound, plan, bound, ...
--
-- Returns the endpoints that have a delivery of it; with ARGV[7], the delivery id.
--
-- Invariant: an event is listed once, and has one delivery per endpoint however often this runs with it; at one endpoint one
-- delivery of it is pending at a time. The list is in the order of publication, so no event appears before a cursor. Names of
-- endpoints and deliveries derive from KEYS[1].
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number)
  return string.format('%.0f', number)
end
local function subscribers()
  local found = {}
  for _, endpoint in ipairs(redis.call('SMEMBERS', KEYS[1] .. ':webhooks')) do
    local fields = redis.call('HMGET', KEYS[1] .. ':webhook:' .. endpoint, 'events', 'disabledAt')
    local events = fields[1] and ' ' .. fields[1] .. ' '
    local wanted = events and (events == ' * ' or string.find(events, ' ' .. ARGV[2] .. ' ', 1, true))
    if wanted and not fields[2] then found[#found + 1] = endpoint end
  end
  return found
end
local function add(endpoint, id)
  local name = KEYS[1] .. ':delivery:' .. id
  redis.call('HSET', name, 'event', ARGV[1], 'type', ARGV[2], 'endpoint', endpoint, 'status', 'pending', 'attempt', '0',
    'createdAt', text(now), 'nextAt', text(now))
  redis.call('PEXPIRE', name, ARGV[5])
  for list, score in pairs({ pending = now, log = now }) do
    local key = KEYS[1] .. ':webhook:' .. endpoint .. ':' .. list
    redis.call('ZADD', key, text(score), id)
    redis.call('PEXPIRE', key, ARGV[5])
  end
  redis.call('ZREMRANGEBYRANK', KEYS[1] .. ':webhook:' .. endpoint .. ':log', 0, -(tonumber(ARGV[8]) + 1))
end
-- A delivery of the event to the endpoint that is not over. It becomes due at once, unless an attempt at it runs.
local function pending_of(endpoint)
  local list = KEYS[1] .. ':webhook:' .. endpoint
  for _, id in ipairs(redis.call('ZRANGE', list .. ':log', 0, -1)) do
    local name = KEYS[1] .. ':delivery:' .. id
    local fields = redis.call('HMGET', name, 'event', 'status', 'nextAt')
    local score = redis.call('ZSCORE', list .. ':pending', id)
    if fields[1] == ARGV[1] and fields[2] == 'pending' and score then
      if tonumber(score) == tonumber(fields[3]) then
        redis.call('ZADD', list .. ':pending', text(now), id)
        redis.call('HSET', name, 'nextAt', text(now))
      end
      return id
    end
  end
  return nil
end

local is_known = redis.call('EXISTS', KEYS[2]) == 1
if ARGV[7] ~= '' then
  if ARGV[3] == '' and not is_known then return {} end
  if redis.call('EXISTS', KEYS[1] .. ':webhook:' .. ARGV[7]) == 0 then return {} end
  local pending = is_known and pending_of(ARGV[7])
  if pending then return { pending } end
  if not is_known then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
  add(ARGV[7], ARGV[6])
  return { ARGV[6] }
end

local endpoints = subscribers()
if is_known then return endpoints end
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
local last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')
redis.call('ZADD', KEYS[3], text(math.max(now, (tonumber(last[2] or '0') or 0) + 1)), ARGV[1])
redis.call('PEXPIRE', KEYS[3], ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', text(now - ARGV[4]))
local plan = redis.call('HGET', KEYS[1], 'plan') or 'free'
local bound = 0
for index = 9, #ARGV, 2 do
  if ARGV[index] == plan then bound = tonumber(ARGV[index + 1]) end
end
for _, oldest in ipairs(redis.call('ZRANGE', KEYS[3], 0, -(bound + 1))) do
  redis.call('DEL', KEYS[1] .. ':event:' .. oldest)
  redis.call('ZREM', KEYS[3], oldest)
end
for index, endpoint in ipairs(endpoints) do add(endpoint, ARGV[6] .. index) end
return endpoints
