-- Admits an API key, counts its request and reads a cached receipt: the whole hot path in one round trip. Takes one
-- request or several, which need the same scopes.
--
-- KEYS, one or two for each request:
--   key record (hash)
--   receipt (hash), only if it is on the same node
-- ARGV[1] time to live of an account's record of a receipt, ms
-- ARGV[2] scopes, one of which the requests need, each between commas: `,verify,read,`; '' when any key will do
-- ARGV[3], ARGV[4], ... of each request: SHA-1 of the receipt's text that the caller holds; '' when it holds none
--
-- Returns for each request an error, when its records are damaged, or {'unknown'} | {'revoked'} |
--   {lines, receipt, saved account, saved account, ...}
--   lines: account, mode, prefix, rate, cap, reads, label, allowed, second, used, times, first, first shown by, and one for each of
--     the receipts alike; `-` for a missing number
--     (allowed: 1, or 0 if the scopes of the key do not allow the call; second: the store's clock, seconds since 1970;
--     times: how often the receipt was shown; first: when, ms).
--     One string, because parsing each element of a reply costs about as much as splitting this one.
--   receipt: its text; 0 when there is none; 1 when it is the one that the caller holds: parsing the text is what a reply costs
--     the caller most.
--   saved accounts: of a shop, and only with a receipt.
--   receipts alike: other receipts of the account with the same sum and a time within two minutes, after this one's
--     traits: one transfer may have two numbers. Receipts whose showing was withdrawn are left out.
--
-- Some keys are not declared. The counter of the minute, `KEY:minute`, would be another argument for each request. The account's own
-- records, `{a:ACCOUNT}:…`, are known only from the key record, and reading it first would take a second round trip on the hot
-- path. A server that requires declared keys (Dragonfly) needs `allow-undeclared-keys`; on a Redis Cluster the receipt is omitted,
-- and no record of an account is used.
--
-- Invariant: `used` counts every request of a known, unrevoked key; a request over its rate, or beyond its scopes, sees no receipt.
-- An account that is shown a receipt has a record of it.

local lives, needed = ARGV[1], ARGV[2]
local requests = #ARGV - 2
local each = #KEYS / requests
local time = redis.call('TIME')

-- What a call needs unless the caller holds the receipt and was shown it before. Each function that a script defines costs every
-- call, so these are defined by the first request that needs one.
local defined

local function helpers()
  if defined then return defined end
  -- include receipts/stored-receipt.part
  -- include receipts/record-verified.part
  -- include receipts/alike-transfers.part
  defined = {
    text_of = text_of, readable = readable, ensure_record = ensure_record, alike = alike,
    now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)),
  }
  return defined
end

local function is_allowed(scopes)
  if not scopes or needed == '' then return true end
  for scope in string.gmatch(scopes, '[^,]+') do
    if string.find(needed, ',' .. scope .. ',', 1, true) then return true end
  end
  return false
end

local function one_line(text)
  return string.find(text, '\n', 1, true) and string.gsub(text, '\n', ' ') or text
end

-- One caller often sends several requests at once: its key record is read once, and its requests are counted together.
local records, wanted = {}, {}

-- Returns the lines of a reply, of which the first nine are the same for every request of the key.
local function read_record(key)
  local lines = redis.call('HMGET', key, 'account', 'mode', 'prefix', 'rate', 'cap', 'reads', 'label', 'revokedAt', 'scopes')
  if not lines[1] then return nil, 'unknown' end
  if lines[8] then return nil, 'revoked' end
  if not (lines[2] and lines[3] and lines[4]) then error('invalid value in the record of a key') end
  lines[5], lines[6], lines[7] = lines[5] or '-', lines[6] or '-', one_line(lines[7] or '')
  lines[8], lines[9] = is_allowed(lines[9]) and '1' or '0', time[1]
  return lines
end

-- Numbers are strings where possible: formatting one costs a script more than reading one from a hash.
local function count(key)
  local minute, added = key .. ':minute', wanted[key] or '1'
  local before = redis.call('INCRBY', minute, added) - added
  if before == 0 then
    redis.call('PEXPIREAT', minute, string.format('%.0f', (time[1] - time[1] % 60 + 60) * 1000))
    redis.call('HSET', key, 'lastUsedAt', helpers().now)
  end
  return before
end

local function admit(key, name, version)
  local lines, refusal = records[key], nil
  if not lines then lines, refusal = read_record(key) end
  if refusal then return { refusal } end
  records[key] = lines
  local used = (lines.used or count(key)) + 1
  lines.used = used

  local body, times, firstAt, firstBy, near, saved = 0, '0', '-', '', '', nil
  if name and lines[8] == '1' and used <= tonumber(lines[4]) then
    local receipt = redis.call('HMGET', name, 'body', 'printed', 'transfer')
    local held = version ~= '' and receipt[1] == version
    local text = not held and helpers().text_of(name, receipt[1])
    if held or helpers().readable(text) then
      body = text or 1
      local of = '{a:' .. lines[1] .. '}:'
      local seen = of .. 'seen:' .. receipt[2]
      local transfer, alone, recorded_until = receipt[3], nil, nil
      if redis.call('HINCRBY', seen, 'times', '1') == 1 then
        times, firstAt, firstBy = '1', helpers().now, lines[7]
        redis.call('HSET', seen, 'firstAt', firstAt, 'firstBy', firstBy)
      else
        local first = redis.call('HMGET', seen, 'firstAt', 'firstBy', 'firstMember', 'times', 'alone', 'recordedUntil')
        firstAt, firstBy, times = first[1], first[2] or '', first[4]
        if first[3] then firstBy = redis.call('HGET', of .. 'staff', 'n:' .. first[3]) or '' end
        alone, recorded_until = first[5], first[6]
      end
      -- Both are seconds of ten digits, so they compare as strings.
      if not recorded_until or recorded_until <= time[1] then
        helpers().ensure_record(of, receipt[2], text or helpers().text_of(name, receipt[1]), lives, helpers().now)
      end
      if transfer and alone ~= transfer then near = helpers().alike(of, receipt[2], transfer) end
      -- Stored by an earlier version, the text itself.
      if text == receipt[1] and version ~= '' and redis.sha1hex(text) == version then body = 1 end
      saved = lines.saved or redis.call('HVALS', of .. 'receiving')
      lines.saved = saved
    end
  end

  lines[10], lines[11], lines[12], lines[13], lines[14] = string.format('%d', used), times, firstAt, one_line(firstBy), near
  local reply = { table.concat(lines, '\n', 1, near == '' and 13 or 14), body }
  if saved then
    for _, account in ipairs(saved) do reply[#reply + 1] = account end
  end
  return reply
end

-- The error of a single request is that of the command.
if requests == 1 then return { admit(KEYS[1], KEYS[2], ARGV[3]) } end

-- The error of one request. Before Redis 7 it is a text, with the error after a dash.
local function failure_of(failed)
  if type(failed) == 'table' then return failed end
  return redis.error_reply(string.match(failed, '^@user_script: %d+: %-(.*)$') or failed)
end

-- Any other error concerns the server, and so every request.
local function is_damage(failure)
  return string.find(failure.err, 'WRONGTYPE', 1, true) or string.find(failure.err, 'attempt to', 1, true)
    or string.find(failure.err, 'invalid value', 1, true)
end

for nth = 1, #KEYS, each do wanted[KEYS[nth]] = (wanted[KEYS[nth]] or 0) + 1 end

local replies = {}
for nth = 1, requests do
  local first = (nth - 1) * each + 1
  local ok, reply = pcall(admit, KEYS[first], each == 2 and KEYS[first + 1] or nil, ARGV[nth + 2])
  if not ok then
    reply = failure_of(reply)
    if not is_damage(reply) then return reply end
  end
  replies[nth] = reply
end
return replies
