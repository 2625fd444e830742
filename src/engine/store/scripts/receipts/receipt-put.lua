-- Stores a settled receipt unless another call has stored it before.
--
-- KEYS[1] receipt (hash)  KEYS[2] its text (string)
-- ARGV[1] text  ARGV[2] printed  ARGV[3] transfer, '' when there is none  ARGV[4] time to live, ms; 0: none
-- ARGV[5] '1' replaces a stored receipt
--
-- Returns {1} when this call stored it, else {0, stored text}; {0, ''} when this version cannot read the stored text.
--
-- Invariant: of all calls that store one receipt without replacing it, exactly one gets 1 and is charged. A receipt stored
-- by a later version is never replaced. The text expires with the receipt.

-- include receipts/stored-receipt.part

local body = redis.call('HGET', KEYS[1], 'body')
local text = text_of(KEYS[1], body)
if body and not readable(text) then return { 0, '' } end
if body and ARGV[5] ~= '1' then return { 0, text } end
redis.call('HSET', KEYS[1], 'body', redis.sha1hex(ARGV[1]), 'printed', ARGV[2])
redis.call('HDEL', KEYS[1], 'text')
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'transfer', ARGV[3]) end
if ARGV[4] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
redis.call('SET', KEYS[2], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left > 0 then redis.call('PEXPIRE', KEYS[2], left) end
return { 1 }
