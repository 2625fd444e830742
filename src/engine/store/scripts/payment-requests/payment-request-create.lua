-- Stores a payment request of an account, once for an Idempotency-Key.
--
-- KEYS[1] request (hash)  KEYS[2] all requests of the account (sorted set: request -> ms, no two alike)
-- KEYS[3] those that are open (the same)  KEYS[4] those with its external id (the same)  KEYS[5] Idempotency-Key (hash)
-- ARGV[1] id  ARGV[2] what it asks for, JSON  ARGV[3] state, JSON  ARGV[4] when it expires, ms
-- ARGV[5] time to live of the request, ms; ARGV[6] of the lists, ms  ARGV[7] digest of the body, '' without an Idempotency-Key
-- ARGV[8] time to live of the Idempotency-Key, ms  ARGV[9] '1' with an external id
--
-- Returns {'created'} | {'known', id} | {'other'}: the key was used with another body
--
-- Invariant: an Idempotency-Key makes one request.
if ARGV[7] ~= '' then
  local known = redis.call('HMGET', KEYS[5], 'request', 'body')
  if known[1] then
    if known[2] ~= ARGV[7] then return { 'other' } end
    return { 'known', known[1] }
  end
  redis.call('HSET', KEYS[5], 'request', ARGV[1], 'body', ARGV[7])
  redis.call('PEXPIRE', KEYS[5], ARGV[8])
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'data', ARGV[2], 'state', ARGV[3], 'status', 'open', 'expiresAt', ARGV[4], 'version', '1',
  'changes', '1', 'attempts', '0', 'payerAttempts', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[5])
-- After the last one: requests of one millisecond keep their order.
local last = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] or '0'
local score = string.format('%.0f', math.max(now, tonumber(last) + 1))
for index = 2, ARGV[9] == '1' and 4 or 3 do
  redis.call('ZADD', KEYS[index], score, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[index], '-inf', string.format('%.0f', now - ARGV[6]))
  redis.call('PEXPIRE', KEYS[index], ARGV[6])
end
return { 'created' }
