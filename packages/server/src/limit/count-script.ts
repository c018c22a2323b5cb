import { hash } from "node:crypto";

/**
 * Counts one call in the store, in one step. The log of a client is a list of the times of its calls, in microseconds of
 * the store's own clock, which all instances share whatever their clocks say.
 *
 * KEYS: the log; the nonce, if there is one. ARGV: calls, window (µs), how long a nonce is kept (ms), and the ages (µs)
 * of calls that were let pass without the store.
 * Without ARGV nothing is counted, only tried whether the store can write.
 *
 * Answers: 0 counted, 1 over, 2 replayed; the calls that are left; µs until the oldest call leaves the window.
 */
export const countScript = `
if #ARGV == 0 then return redis.call('SET', KEYS[1], '', 'PX', 1) end
local calls, window = tonumber(ARGV[1]), tonumber(ARGV[2])
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return {2, 0, 0} end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local log, gone, changed = {}, 0, #ARGV > 3
for _, text in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local at = tonumber(text)
  -- The clock was set back: what lies ahead counts from now on.
  if at > now then at = now; changed = true end
  if at + window > now then log[#log + 1] = at else gone = gone + 1 end
end
for index = 4, #ARGV do
  local at = now - tonumber(ARGV[index])
  if at + window > now then log[#log + 1] = at end
end
if changed then
  table.sort(log)
  while #log > calls do table.remove(log, 1) end
end

local over = #log >= calls
if not over then
  log[#log + 1] = now
  if KEYS[2] then redis.call('SET', KEYS[2], '', 'PX', ARGV[3]) end
end
if changed then
  -- In this order, because a store that is full refuses to add but not to remove.
  local before = redis.call('LLEN', KEYS[1])
  for _, at in ipairs(log) do redis.call('RPUSH', KEYS[1], string.format('%.0f', at)) end
  redis.call('LTRIM', KEYS[1], before, -1)
elseif not over then
  if gone > 0 then redis.call('LTRIM', KEYS[1], gone, -1) end
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
end
if (changed or not over) and #log > 0 then redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000) + 1000) end
return {over and 1 or 0, calls - #log, log[1] + window - now}
`;

export const countScriptSha1 = hash("sha1", countScript);
