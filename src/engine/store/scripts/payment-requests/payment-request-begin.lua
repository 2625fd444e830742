-- Begins an attempt to pay a payment request, if it is open.
--
-- KEYS[1] request (hash)  KEYS[2] its attempts (hash: attempt -> JSON)
-- ARGV[1] attempt  ARGV[2] its record, JSON  ARGV[3] '1' when it is the payer's
-- ARGV[4] attempts a payer may make  ARGV[5] attempts of anyone
--
-- Returns {'begun'} | {'gone'} | {'too_many'} | {status of the request that is not open; 'expired' as soon as its time is over}
--
-- Invariant: the number of attempts is never exceeded, and none begins after the end of the request.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local request = redis.call('HMGET', KEYS[1], 'status', 'expiresAt', 'attempts', 'payerAttempts')
if not request[1] then return { 'gone' } end
if request[1] ~= 'open' then return { request[1] } end
if now >= tonumber(request[2]) then return { 'expired' } end
if tonumber(request[3]) >= tonumber(ARGV[5]) then return { 'too_many' } end
if ARGV[3] == '1' then
  if tonumber(request[4]) >= tonumber(ARGV[4]) then return { 'too_many' } end
  redis.call('HINCRBY', KEYS[1], 'payerAttempts', 1)
end
redis.call('HINCRBY', KEYS[1], 'attempts', 1)
redis.call('HINCRBY', KEYS[1], 'changes', 1)
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], string.format('%.0f', math.max(1, redis.call('PTTL', KEYS[1]))))
return { 'begun' }
