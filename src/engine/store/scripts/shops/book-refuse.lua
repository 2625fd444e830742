-- Records that an owner refuses a receipt, in answer to a question.
--
-- KEYS[1] its line (hash)  KEYS[2] owners (set)
-- ARGV[1] question  ARGV[2] member
--
-- Returns {'unknown'} | {'not_owner'} | {'accepted'} | {'decided', first (1 or 0), decision}
--   accepted: it was accepted after the question was asked, and stays so · decision: see book-ask-owners.lua
--
-- Invariant: a question is decided once. A refusal does not undo an acceptance. A refused receipt can be accepted only by an
-- owner.
local asked = redis.call('HGET', KEYS[1], 'q:' .. ARGV[1])
if not asked then return { 'unknown' } end
if redis.call('SISMEMBER', KEYS[2], ARGV[2]) == 0 then return { 'not_owner' } end
local decided = redis.call('HGET', KEYS[1], 'd:' .. ARGV[1])
if decided then return { 'decided', 0, decided } end
local taken = redis.call('HEXISTS', KEYS[1], 'takenBy') == 1
if taken and string.sub(asked, -1) == '0' then return { 'accepted' } end

local time = redis.call('TIME')
local ms = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local decision = 'refused ' .. ARGV[2] .. ' ' .. ms
local events = redis.call('HGET', KEYS[1], 'events') or ''
redis.call('HSET', KEYS[1], 'd:' .. ARGV[1], decision, 'events', events .. 'refused:' .. ARGV[2] .. ':' .. ms .. ' ')
if not taken then redis.call('HSET', KEYS[1], 'refusedBy', ARGV[2], 'refusedAt', ms) end
return { 'decided', 1, decision }
