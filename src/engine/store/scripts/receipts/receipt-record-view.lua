-- Records that a receipt is shown to an account, and returns the account's history with it and its saved accounts.
--
-- KEYS[1] history of the receipt in the account (hash)
-- KEYS[2] staff of its shop (hash)  KEYS[3] receiving accounts of the shop (hash)
-- KEYS[4] binding of the call's Idempotency-Key (hash), optional
-- ARGV[1] the key's label or the member's name  ARGV[2] the member, '' for a key
-- ARGV[3] the request answered 202 it is shown for, '' for none  ARGV[4] traits of the transfer, '' when they cannot be compared
-- ARGV[5] stored text of the receipt  ARGV[6] time to live of the account's record of it, ms
--
-- Returns {times, first shown at (ms), first shown by, receipts alike, saved account, saved account, ...}
--
--   receipts alike: other receipts of the account with the same sum and a time within two minutes, after this one's traits,
--   one per line: one transfer may have two numbers. '' when there are none, or nothing to compare. Receipts whose showing
--   was withdrawn are left out.
--
-- Invariant: `times` counts every verified answer; a request answered 202 counts once, however often it was resumed, and a
-- call with an Idempotency-Key once, however often it is repeated. `first` never changes. A member is stored by id and
-- returned by name, so that deleting the name removes it here too. An account that is shown a receipt has a record of it.

-- include receipts/record-verified.part
-- include receipts/alike-transfers.part

local counted
if ARGV[3] ~= '' then
  local last = redis.call('HMGET', KEYS[1], 'promise', 'promised')
  if last[1] == ARGV[3] then counted = tonumber(last[2]) end
end
if KEYS[4] then
  local bound = redis.call('HGET', KEYS[4], 'times')
  if bound and redis.call('EXISTS', KEYS[1]) == 1 then counted = tonumber(bound) end
end
local times = counted or redis.call('HINCRBY', KEYS[1], 'times', 1)
if ARGV[3] ~= '' and not counted then redis.call('HSET', KEYS[1], 'promise', ARGV[3], 'promised', times) end
if KEYS[4] and redis.call('EXISTS', KEYS[4]) == 1 then redis.call('HSET', KEYS[4], 'times', times) end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at, by, member
if times == 1 and not counted then
  at, by = string.format('%.0f', now), ARGV[1]
  local field, value = 'firstBy', by
  if ARGV[2] ~= '' and redis.call('HEXISTS', KEYS[2], 'n:' .. ARGV[2]) == 1 then
    field, value = 'firstMember', ARGV[2]
  end
  redis.call('HSET', KEYS[1], 'firstAt', at, field, value)
else
  local first = redis.call('HMGET', KEYS[1], 'firstAt', 'firstBy', 'firstMember')
  at, by, member = first[1], first[2], first[3]
  if member then by = redis.call('HGET', KEYS[2], 'n:' .. member) end
end

local of, printed = string.match(KEYS[1], '^(%b{}:)seen:(.*)$')
ensure_record(of, printed, ARGV[5], ARGV[6], now)
local reply = { times, at, by or '', alike(of, printed, ARGV[4]) }
for _, saved in ipairs(redis.call('HVALS', KEYS[3])) do reply[#reply + 1] = saved end
return reply
