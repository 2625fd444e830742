-- Authenticates an API key, counts its request and reads a cached receipt: the whole hot path in one round trip.
--
-- KEYS[1] key record (hash)
-- KEYS[2] requests of the current minute (counter)
-- KEYS[3] receipt (hash), only if it is on the same node
-- ARGV[1] time to live of the account's record of the receipt, ms
-- ARGV[2] scopes, one of which the call needs, each between commas: `,verify,read,`; '' when any key will do
-- ARGV[3] SHA-1 of the receipt's body that the caller holds; '' when it holds none
--
-- Returns {'unknown'} | {'revoked', prefix} |
--   {figures, label, receipt, first shown by, receipts alike, saved account, saved account, ...}
--   figures: 'account mode prefix rate cap reads used second times first allowed', with `-` for a missing one
--     (second: the store's clock, seconds since 1970; times: how often the receipt was shown; first: when, ms; allowed: 1, or 0 if the scopes of the key do not allow the call).
--     One string, because parsing each element of a reply costs about as much as all of these together;
--     none of them is free text. Saved accounts: of a shop, and only with a receipt.
--   receipt: its body; '' when there is none; `held` when it is the one that the caller holds. Parsing the body is what a reply
--     costs the caller most.
--   receipts alike: other receipts of the account with the same sum and a time within two minutes, after this one's
--     traits, one per line: one transfer may have two numbers. '' when there are none, or nothing to compare. Receipts
--     whose showing was withdrawn are left out.
--
-- The keys of the account's own records, `{a:ACCOUNT}:…`, are not declared: the account is read from KEYS[1], and reading
-- it first would take a second round trip on the hot path. A server that requires declared keys (Dragonfly) needs
-- `allow-undeclared-keys`; on a Redis Cluster KEYS[3] is omitted, and none of these keys is used.
--
-- Invariant: `used` counts every request of a known, unrevoked key; a request over its rate, or beyond its scopes, sees no receipt.
-- Whoever is shown a receipt has a record of it.

-- include receipts/record-verified.part

local function alike(of, printed, transfer)
  local sum, at, traits = string.match(transfer or '', '^(%S+) (%d+) (%S+)$')
  if not sum then return '' end
  local transfers, own, known = of .. 'transfers:' .. sum, traits .. ' ' .. printed, false
  local lines = { own }
  local from, to = string.format('%.0f', at - 120), string.format('%.0f', at + 120)
  for _, one in ipairs(redis.call('ZRANGEBYSCORE', transfers, from, to, 'LIMIT', 0, 50)) do
    local other = string.match(one, '^%S+ (.*)$')
    if one == own then
      known = true
    elseif other ~= printed and redis.call('EXISTS', of .. 'seen:' .. other) == 1 then
      lines[#lines + 1] = one
    end
  end
  if not known then
    redis.call('ZADD', transfers, at, own)
    redis.call('EXPIRE', transfers, 400 * 86400)
  end
  return #lines > 1 and table.concat(lines, '\n') or ''
end

-- Whether this version can read a stored receipt (`isReadable` in receipt-store.ts); others are ignored.
local function readable(body)
  return (string.sub(body, 1, 7) == '{"v":1,' or string.sub(body, 1, 14) == '{"httpStatus":') and string.sub(body, -1) == '}'
end

local record = redis.call('HMGET', KEYS[1], 'account', 'mode', 'prefix', 'label', 'rate', 'cap', 'reads', 'revokedAt', 'scopes')
if not record[1] then return { 'unknown' } end
if record[8] then return { 'revoked', record[3] } end

-- Numbers stay strings where possible: formatting a number costs a script more than reading one from a hash.
local time = redis.call('TIME')
local used = redis.call('INCR', KEYS[2])
if used == 1 then
  redis.call('PEXPIREAT', KEYS[2], string.format('%.0f', (time[1] - time[1] % 60 + 60) * 1000))
  redis.call('HSET', KEYS[1], 'lastUsedAt', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
end

local allowed = not record[9] or ARGV[2] == ''
if not allowed then
  for scope in string.gmatch(record[9], '[^,]+') do
    allowed = allowed or string.find(ARGV[2], ',' .. scope .. ',', 1, true) ~= nil
  end
end

local body, times, firstAt, firstBy, near = '', '0', '-', '', ''
local saved = {}
if KEYS[3] and allowed and used <= tonumber(record[5]) then
  local receipt = redis.call('HMGET', KEYS[3], 'body', 'printed', 'transfer')
  if receipt[1] and readable(receipt[1]) then
    body = receipt[1]
    local of = '{a:' .. record[1] .. '}:'
    local seen = of .. 'seen:' .. receipt[2]
    if redis.call('HINCRBY', seen, 'times', 1) == 1 then
      firstAt = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
      times, firstBy = '1', record[4] or ''
      redis.call('HSET', seen, 'firstAt', firstAt, 'firstBy', firstBy)
    else
      local first = redis.call('HMGET', seen, 'firstAt', 'firstBy', 'firstMember', 'times')
      firstAt, firstBy, times = first[1], first[2] or '', first[4]
      if first[3] then firstBy = redis.call('HGET', of .. 'staff', 'n:' .. first[3]) or '' end
    end
    record_verified(of, receipt[2], body, ARGV[1], time[1] * 1000 + math.floor(time[2] / 1000))
    near = alike(of, receipt[2], receipt[3])
    if ARGV[3] ~= '' and redis.sha1hex(body) == ARGV[3] then body = 'held' end
    saved = redis.call('HVALS', of .. 'receiving')
  end
end

local figures = table.concat({
  record[1], record[2], record[3], record[5], record[6] or '-', record[7] or '-',
  used, time[1], times, firstAt, allowed and '1' or '0',
}, ' ')
local reply = { figures, record[4] or '', body, firstBy, near }
for _, account in ipairs(saved) do reply[#reply + 1] = account end
return reply
