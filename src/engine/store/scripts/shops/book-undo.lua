-- Undoes the acceptance of a receipt, and of the others accepted with it as one sale.
--
-- KEYS[1] its line (hash)  KEYS[2...] lines of the others, then owners (set)
-- ARGV[1] member  ARGV[2] first ms of the day  ARGV[3] its end, ms (exclusive)  ARGV[4] the sale as it was read, '' for none
-- ARGV[5] '1' when the message that accepted it no longer does: then any member may undo it, on any day; else ''
--
-- Returns {'window', now (ms)} | {'none'} | {'changed'} | {'not_yours'} | {'too_late'} | {'paid_request'} | {'undone'}
--   changed: read it again · paid_request: it was accepted because it paid a payment request
--
-- Invariant: only the member who accepted, or an owner, undoes it, on the same business day, or the message that accepted it;
-- `events` records it.
-- include shops/forget-totals.part
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(ARGV[2]) or now >= tonumber(ARGV[3]) then return { 'window', now } end
local taken = redis.call('HMGET', KEYS[1], 'takenBy', 'takenAt', 'sale', 'request')
if not taken[1] then return { 'none' } end
if (taken[3] or '') ~= ARGV[4] then return { 'changed' } end
local said = ARGV[5] == '1'
local owner = redis.call('SISMEMBER', KEYS[#KEYS], ARGV[1]) == 1
if taken[1] ~= ARGV[1] and not owner and not said then return { 'not_yours' } end
if taken[4] then return { 'paid_request' } end
if tonumber(taken[2]) < tonumber(ARGV[2]) and not said then return { 'too_late' } end

local ms = string.format('%.0f', now)
for i = 1, #KEYS - 1 do
  local line = redis.call('HMGET', KEYS[i], 'takenBy', 'takenAt', 'sale', 'events')
  if line[1] and (line[3] or '') == ARGV[4] then
    forget_totals_of(KEYS[i])
    local event = 'undone:' .. ARGV[1] .. ':' .. ms .. ':' .. line[1] .. ':' .. line[2] .. ' '
    redis.call('HSET', KEYS[i], 'answer', 'look', 'events', (line[4] or '') .. event)
    redis.call('HDEL', KEYS[i], 'takenBy', 'takenAt', 'print', 'link', 'anyway', 'content', 'repeats',
      'anywayBy', 'anywayAt', 'sale', 'short')
  end
end
return { 'undone' }
