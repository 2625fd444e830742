-- Withdraws the acceptance by a message that no longer shows it, or whose answer was not delivered.
--
-- KEYS[1] line of the book (hash)
-- ARGV[1] fingerprint of the message
--
-- Returns {'withdrawn'} | {'passed'} | {'kept'}
--   passed: another message shows the same acceptance, or an owner approved it elsewhere: it moves there
--   kept: another message accepted it, an owner did, or it is one of several receipts of a sale
--
-- Invariant: only the message that accepted a receipt withdraws it, and an owner's override stays.
-- include shops/forget-totals.part
local taken = redis.call('HMGET', KEYS[1], 'print', 'anyway', 'repeats', 'anywayBy', 'anywayAt', 'sale')
if taken[2] ~= '0' or taken[6] then return { 'kept' } end

local others = {}
local isMine = false
for print in string.gmatch(taken[1] .. ' ' .. (taken[3] or ''), '%S+') do
  if print == ARGV[1] then isMine = true else others[#others + 1] = print end
end
if not isMine then return { 'kept' } end

if #others > 0 then
  redis.call('HSET', KEYS[1], 'print', others[1], 'repeats', table.concat(others, ' ', 2), 'link', '')
  return { 'passed' }
end
forget_totals_of(KEYS[1])
redis.call('HDEL', KEYS[1], 'takenBy', 'takenAt', 'print', 'link', 'anyway', 'content', 'repeats')
if not taken[4] then return { 'withdrawn' } end
redis.call('HSET', KEYS[1], 'takenBy', taken[4], 'takenAt', taken[5], 'print', '', 'link', '', 'anyway', '1')
return { 'passed' }
