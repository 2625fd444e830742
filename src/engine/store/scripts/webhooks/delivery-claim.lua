-- Claims deliveries of a webhook endpoint that are due, with what is needed to send them.
--
-- KEYS[1] account (hash)  KEYS[2] endpoint (hash)  KEYS[3] pending deliveries (sorted set: delivery -> due or lease end, ms)
-- ARGV[1] lease, ms  ARGV[2] maximum number
--
-- Returns {ms until the next is due or '' for none, url, secret, the secret before it or '', then delivery, event, attempts
-- made and body of each} | {} when the endpoint is gone or disabled.
--
-- Invariant: a delivery is not claimed again before its lease ends, so one attempt at it runs at a time. Deliveries whose event
-- has expired leave the list. Names of deliveries,
-- events and the account's own secret derive from KEYS[1].
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local endpoint =
  redis.call('HMGET', KEYS[2], 'url', 'secret', 'oldSecret', 'oldSecretUntil', 'disabledAt')
if not endpoint[1] or endpoint[5] then return {} end
-- The `webhookUrl` of a call has no secret of its own.
local secrets = endpoint[2] and { endpoint[2], endpoint[3], endpoint[4] }
  or redis.call('HMGET', KEYS[1] .. ':webhook-secret', 'secret', 'oldSecret', 'oldSecretUntil')
if not secrets[1] then return {} end
local old = tonumber(secrets[3] or '0') > now and secrets[2] or ''

local reply = { '', endpoint[1], secrets[1], old }
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', string.format('%.0f', now), 'LIMIT', 0, ARGV[2])) do
  local delivery = redis.call('HMGET', KEYS[1] .. ':delivery:' .. id, 'event', 'attempt')
  local body = delivery[1] and redis.call('GET', KEYS[1] .. ':event:' .. delivery[1])
  if body then
    redis.call('ZADD', KEYS[3], string.format('%.0f', now + ARGV[1]), id)
    for _, part in ipairs({ id, delivery[1], delivery[2], body }) do reply[#reply + 1] = part end
  else
    redis.call('ZREM', KEYS[3], id)
    if delivery[1] then redis.call('HSET', KEYS[1] .. ':delivery:' .. id, 'status', 'failed', 'error', 'expired') end
  end
end
local first = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
if first[2] then reply[1] = string.format('%.0f', math.max(0, tonumber(first[2]) - now)) end
return reply
