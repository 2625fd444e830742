-- Deletes records of a receipt that could not be checked.
--
-- KEYS the records (hashes)
--
-- Returns {'cleared'}
--
-- Invariant: stored totals count no deleted record.
-- include shops/forget-totals.part
for i = 1, #KEYS do
  forget_totals_of(KEYS[i])
  redis.call('DEL', KEYS[i])
end
return { 'cleared' }
