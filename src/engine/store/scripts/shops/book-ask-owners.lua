-- Opens a question to the owners about a receipt of the book. Repeating it has no effect.
--
-- KEYS[1] its line (hash)
-- ARGV[1] question  ARGV[2] member who asks
--
-- Returns {'unknown'} | {'asked', decision}
--   decision: 'approved MEMBER MS' or 'refused MEMBER MS', '' while there is none
--
-- Invariant: a question is opened once, and records whether the receipt was accepted then.
if redis.call('HEXISTS', KEYS[1], 'at') == 0 then return { 'unknown' } end
local time = redis.call('TIME')
local ms = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local taken = redis.call('HEXISTS', KEYS[1], 'takenBy') == 1 and '1' or '0'
if redis.call('HSETNX', KEYS[1], 'q:' .. ARGV[1], ARGV[2] .. ' ' .. ms .. ' ' .. taken) == 1 then
  local events = redis.call('HGET', KEYS[1], 'events') or ''
  redis.call('HSET', KEYS[1], 'events', events .. 'asked:' .. ARGV[2] .. ':' .. ms .. ' ')
end
return { 'asked', redis.call('HGET', KEYS[1], 'd:' .. ARGV[1]) or '' }
