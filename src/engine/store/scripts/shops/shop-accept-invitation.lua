-- Makes a person a member of a shop by an invitation.
--
-- KEYS[1] invitation (hash role, by, uses, expiresAt)  KEYS[2] staff (hash)  KEYS[3] owners (set)  KEYS[4] shop (hash)
-- ARGV[1] person  ARGV[2] id of the new member  ARGV[3] name  ARGV[4] other data of a cashier, JSON
-- ARGV[5] the same of an owner  ARGV[6] maximum number of members of a shop
--
-- Returns {'joined', member} | {'already', member} | {'unknown'} | {'used'} | {'expired'} | {'full'}
--
-- Invariant: each new member uses the invitation once; it is never used more often than allowed, nor after its end.
local invitation = redis.call('HMGET', KEYS[1], 'role', 'uses', 'expiresAt')
if not invitation[1] or redis.call('EXISTS', KEYS[4]) == 0 then return { 'unknown' } end

local member = redis.call('HGET', KEYS[2], 'p:' .. ARGV[1])
if member then return { 'already', member } end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now >= tonumber(invitation[3]) then return { 'expired' } end
if tonumber(invitation[2]) < 1 then return { 'used' } end

-- Names of former members stay.
local members = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
  if string.sub(field, 1, 2) == 'p:' then members = members + 1 end
end
if members >= tonumber(ARGV[6]) then return { 'full' } end

redis.call('HINCRBY', KEYS[1], 'uses', -1)
local known = ARGV[4]
if invitation[1] == 'owner' then
  known = ARGV[5]
  redis.call('SADD', KEYS[3], ARGV[2])
end
redis.call('HSET', KEYS[2], 'p:' .. ARGV[1], ARGV[2], ARGV[2], known, 'n:' .. ARGV[2], ARGV[3])
return { 'joined', ARGV[2] }
