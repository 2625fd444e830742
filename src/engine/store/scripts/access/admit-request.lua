-- Authenticates an API key, counts its request and reads a cached receipt: the whole hot path in one round trip. Takes one
-- request or several.
--
-- KEYS, two or three for each request:
--   key record (hash)
--   requests of the current minute (counter)
--   receipt (hash), only if it is on the same node
-- ARGV, three for each request:
--   time to live of the account's record of the receipt, ms
--   scopes, one of which the request needs, each between commas: `,verify,read,`; '' when any key will do
--   SHA-1 of the receipt's body that the caller holds; '' when it holds none
--
-- Returns for each request an error, when its records are damaged, or {'unknown'} | {'revoked', prefix} |
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
-- The keys of the account's own records, `{a:ACCOUNT}:…`, are not declared: the account is read from the key record, and reading
-- it first would take a second round trip on the hot path. A server that requires declared keys (Dragonfly) needs
-- `allow-undeclared-keys`; on a Redis Cluster the receipt is omitted, and none of these keys is used.
--
-- Invariant: `used` counts every request of a known, unrevoked key; a request over its rate, or beyond its scopes, sees no receipt.
-- An account that is shown a receipt has a record of it.

-- include receipts/record-verified.part
-- include receipts/alike-transfers.part

-- Whether this version can read a stored receipt (`isReadable` in receipt-store.ts); others are ignored.
local function readable(body)
  return (string.sub(body, 1, 7) == '{"v":1,' or string.sub(body, 1, 14) == '{"httpStatus":') and string.sub(body, -1) == '}'
end

local time = redis.call('TIME')

-- Key records read so far: one caller often sends several requests at once.
local records = {}

local function admit(key, minute, name, lives, needed, version)
  local record = records[key]
    or redis.call('HMGET', key, 'account', 'mode', 'prefix', 'label', 'rate', 'cap', 'reads', 'revokedAt', 'scopes')
  records[key] = record
  if not record[1] then return { 'unknown' } end
  if record[8] then return { 'revoked', record[3] } end

  -- Numbers stay strings where possible: formatting a number costs a script more than reading one from a hash.
  local used = redis.call('INCR', minute)
  if used == 1 then
    redis.call('PEXPIREAT', minute, string.format('%.0f', (time[1] - time[1] % 60 + 60) * 1000))
    redis.call('HSET', key, 'lastUsedAt', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
  end

  local allowed = not record[9] or needed == ''
  if not allowed then
    for scope in string.gmatch(record[9], '[^,]+') do
      allowed = allowed or string.find(needed, ',' .. scope .. ',', 1, true) ~= nil
    end
  end

  local body, times, firstAt, firstBy, near = '', '0', '-', '', ''
  local saved = {}
  if name and allowed and used <= tonumber(record[5]) then
    local receipt = redis.call('HMGET', name, 'body', 'printed', 'transfer')
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
      record_verified(of, receipt[2], body, lives, time[1] * 1000 + math.floor(time[2] / 1000))
      near = alike(of, receipt[2], receipt[3])
      if version ~= '' and redis.sha1hex(body) == version then body = 'held' end
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
end

-- The error of one request. Before Redis 7 it is a text, with the error after a dash.
local function failure_of(failed)
  if type(failed) == 'table' then return failed end
  return redis.error_reply(string.match(failed, '^@user_script: %d+: %-(.*)$') or failed)
end

-- Any other error concerns the server, and so every request.
local function is_damage(failure)
  return string.find(failure.err, 'WRONGTYPE', 1, true) or string.find(failure.err, 'attempt to', 1, true)
end

local each = #KEYS * 3 / #ARGV
local replies = {}
for nth = 1, #ARGV / 3 do
  local key, arg = (nth - 1) * each, (nth - 1) * 3
  local name = each == 3 and KEYS[key + 3] or nil
  local ok, reply = pcall(admit, KEYS[key + 1], KEYS[key + 2], name, ARGV[arg + 1], ARGV[arg + 2], ARGV[arg + 3])
  if not ok then
    reply = failure_of(reply)
    if not is_damage(reply) then return reply end
  end
  replies[nth] = reply
end
return replies
