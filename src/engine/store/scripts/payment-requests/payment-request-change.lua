-- Records the end of an attempt, and what it changes of its payment request: the claim of the transfer, the new state, the
-- shop's book, and the event with its deliveries, all in one step.
--
-- KEYS[1] request (hash)  KEYS[2] its attempts (hash: attempt -> JSON)  KEYS[3] requests with the status before
-- KEYS[4] requests with the status after (sorted sets: request -> ms)
-- KEYS[5] account (hash plan)  KEYS[6] event (string)  KEYS[7] events (sorted set: event -> ms)
-- KEYS[8] claim of the receipt (string)  KEYS[9] its line in the shop's book (hash)
-- KEYS[10] receipts the account was shown of that sum (sorted set: `TRAITS PRINTED` -> second it was paid)
-- KEYS[11] shop (hash)  KEYS[12] entries of its book for the day (sorted set)
-- KEYS[13] record of it as a receipt that could not be checked (hash)
-- KEYS[14...] claim and line of each receipt that may show the same transfer
-- ARGV[1] attempt, '' for none  ARGV[2] its record as it was read  ARGV[3] its record from now on
-- ARGV[4] version of the request as it was read, '' when the request does not change
-- ARGV[5] status  ARGV[6] state, JSON  ARGV[7] id of the request
-- ARGV[8] 'claim'; 'claim-anyway': although it may be the same transfer as another; 'release'; '' for no claim
-- ARGV[9] receipts near it as they were read, one per line  ARGV[10] [11] seconds between which they are near
-- ARGV[12] time to live of a claim, ms  ARGV[13] time to live of a list of requests, ms
-- ARGV[14] event, '' for none  ARGV[15] type  ARGV[16] body  ARGV[17] time to live of the event, ms; ARGV[18] of a delivery, ms
-- ARGV[19] first part of the delivery ids  ARGV[20] number of deliveries in the log of an endpoint
-- ARGV[21] for the book: 'accepted'; 'noted': waits for an owner; 'approved' by a person; '' to leave the book as it is
-- ARGV[22] member who made the request  ARGV[23] member who approves, '' for none  ARGV[24] link or ''  ARGV[25] note or ''
-- ARGV[26] its entry in KEYS[12]  ARGV[27] day  ARGV[28] its first ms  ARGV[29] its end, ms (exclusive)  ARGV[30] kept after it, ms
-- ARGV[31...38] provider, livemode, reference, amount, currency, payer, receivedTo, paidAt; '' for a receipt that has a line
-- ARGV[39...] bounds of the list of events by plan: plan, bound, plan, bound, ...
--
-- Returns {'done', endpoints with a delivery} | {'gone'} | {'ended'}: the attempt has another record by now | {'changed'}: read
--   again | {'used', claim or ''}: the receipt paid another request, or the shop accepted it | {'double'}: a receipt of what may
--   be the same transfer did, or an owner refused it | {'window', now (ms)}: the store's clock is outside the day
--
-- Invariant: a receipt pays one request, and is accepted once. An attempt ends once. Nothing of this is written without the rest.
-- include webhooks/publish-event.part
-- include shops/forget-totals.part
-- include shops/enter-book.part
local function near()
  if ARGV[10] == '' then return '' end
  return table.concat(redis.call('ZRANGEBYSCORE', KEYS[10], ARGV[10], ARGV[11], 'LIMIT', 0, 1000), '\n')
end
local function is_accepted(line)
  return redis.call('HEXISTS', line, 'takenBy') == 1
end
local function refusal()
  local claim = redis.call('GET', KEYS[8])
  if claim and claim ~= ARGV[7] then return { 'used', claim } end
  if claim or is_accepted(KEYS[9]) then return { 'used', claim or '' } end
  if near() ~= ARGV[9] then return { 'changed' } end
  if ARGV[8] == 'claim' and redis.call('HEXISTS', KEYS[9], 'refusedBy') == 1 then return { 'double' } end
  for index = 14, ARGV[8] == 'claim' and #KEYS or 0, 2 do
    if redis.call('EXISTS', KEYS[index]) == 1 or is_accepted(KEYS[index + 1]) then return { 'double' } end
  end
  return nil
end
local now = now_ms()
local place = {
  line = KEYS[9], day_list = KEYS[12], entry = ARGV[26], now = now, day = ARGV[27], ends = ARGV[29], kept = ARGV[30],
}
local fields = { 'provider', 'livemode', 'reference', 'amount', 'currency', 'payer', 'receivedTo', 'paidAt' }
local function add_line()
  local line = { 'at', text(now), 'member', ARGV[22], 'answer', 'look' }
  for index, name in ipairs(fields) do
    line[#line + 1] = name
    line[#line + 1] = ARGV[30 + index]
  end
  redis.call('HSET', KEYS[9], unpack(line))
  enter(place)
end
local function approve_line()
  local by = ARGV[23]
  redis.call('HDEL', KEYS[9], 'refusedBy', 'refusedAt')
  redis.call('HSET', KEYS[9], 'anyway', '1')
  if by == '' then return end
  local events = redis.call('HGET', KEYS[9], 'events') or ''
  redis.call('HSET', KEYS[9], 'takenBy', by, 'anywayBy', by, 'anywayAt', text(now),
    'events', events .. 'approved:' .. by .. ':' .. text(now) .. ' ')
end
-- A shop that was closed has no book any more.
local function enter_payment()
  if redis.call('HEXISTS', KEYS[11], 'language') == 0 then return end
  if redis.call('EXISTS', KEYS[9]) == 0 then
    if ARGV[33] == '' then return end
    add_line()
  end
  forget_totals_of(KEYS[13])
  redis.call('DEL', KEYS[13])
  if ARGV[25] ~= '' then redis.call('HSETNX', KEYS[9], 'note', ARGV[25]) end
  if ARGV[21] == 'noted' or is_accepted(KEYS[9]) then return end
  redis.call('HSET', KEYS[9], 'takenBy', ARGV[22], 'takenAt', text(now), 'print', '', 'link', ARGV[24], 'anyway', '0',
    'content', '', 'short', '', 'request', ARGV[7])
  if ARGV[21] == 'approved' then approve_line() else redis.call('HSET', KEYS[9], 'answer', 'accept') end
  enter(place)
end

local known = redis.call('HMGET', KEYS[1], 'version', 'status')
if not known[1] then return { 'gone' } end
if ARGV[1] ~= '' and redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return { 'ended' } end
if ARGV[4] ~= '' and known[1] ~= ARGV[4] then return { 'changed' } end
local refused = string.sub(ARGV[8], 1, 5) == 'claim' and refusal()
if refused then return refused end
if ARGV[21] ~= '' and (now < tonumber(ARGV[28]) or now >= tonumber(ARGV[29])) then return { 'window', now } end

if string.sub(ARGV[8], 1, 5) == 'claim' then redis.call('SET', KEYS[8], ARGV[7], 'PX', ARGV[12]) end
if ARGV[8] == 'release' and redis.call('GET', KEYS[8]) == ARGV[7] then redis.call('DEL', KEYS[8]) end
if ARGV[21] ~= '' then enter_payment() end
if ARGV[1] ~= '' then redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) end
redis.call('HINCRBY', KEYS[1], 'changes', 1)
if ARGV[4] == '' then return { 'done' } end
redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('HSET', KEYS[1], 'status', ARGV[5], 'state', ARGV[6])
local score = redis.call('ZSCORE', KEYS[3], ARGV[7])
if score and known[2] ~= ARGV[5] then
  redis.call('ZREM', KEYS[3], ARGV[7])
  redis.call('ZADD', KEYS[4], score, ARGV[7])
  redis.call('PEXPIRE', KEYS[4], ARGV[13])
end
if ARGV[14] == '' then return { 'done' } end
local endpoints = publish({
  account = KEYS[5], key = KEYS[6], list = KEYS[7], id = ARGV[14], type = ARGV[15], body = ARGV[16], lives = ARGV[17],
  delivery_lives = ARGV[18], delivery = ARGV[19], log_max = ARGV[20], bounds = 39,
})
if #endpoints > 0 then redis.call('HSET', KEYS[1], 'unsent:' .. known[1], table.concat(endpoints, ' ')) end
return { 'done', unpack(endpoints) }
