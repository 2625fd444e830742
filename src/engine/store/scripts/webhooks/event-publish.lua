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
-- include webhooks/publish-event.part
local event = {
  account = KEYS[1], key = KEYS[2], list = KEYS[3], id = ARGV[1], type = ARGV[2], body = ARGV[3], lives = ARGV[4],
  delivery_lives = ARGV[5], delivery = ARGV[6], log_max = ARGV[8], bounds = 9,
}
-- A delivery of the event to the endpoint that is not over. It becomes due at once, unless an attempt at it runs.
local function pending_of(endpoint)
  local list = KEYS[1] .. ':webhook:' .. endpoint
  for _, id in ipairs(redis.call('ZRANGE', list .. ':log', 0, -1)) do
    local name = KEYS[1] .. ':delivery:' .. id
    local fields = redis.call('HMGET', name, 'event', 'status', 'nextAt')
    local score = redis.call('ZSCORE', list .. ':pending', id)
    if fields[1] == ARGV[1] and fields[2] == 'pending' and score then
      if tonumber(score) == tonumber(fields[3]) then
        local now = text(now_ms())
        redis.call('ZADD', list .. ':pending', now, id)
        redis.call('HSET', name, 'nextAt', now)
      end
      return id
    end
  end
  return nil
end

if ARGV[7] == '' then return publish(event) end
local is_known = redis.call('EXISTS', KEYS[2]) == 1
if ARGV[3] == '' and not is_known then return {} end
if redis.call('EXISTS', KEYS[1] .. ':webhook:' .. ARGV[7]) == 0 then return {} end
local pending = is_known and pending_of(ARGV[7])
if pending then return { pending } end
if not is_known then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
add_delivery(event, ARGV[7], ARGV[6])
return { ARGV[6] }
