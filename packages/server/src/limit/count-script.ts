import { hash } from "node:crypto";
import type { Limit } from "./limiter.ts";

/**
 * Counts one call atomically. A client's log is a list of the times of its calls in microseconds, taken from Redis's
 * clock, because the clocks of the instances can differ.
 *
 * KEYS: the log, and the nonce if the call has one. ARGV: calls, window (µs), nonce lifetime (ms).
 *
 * Returns 0 (counted), 1 (over) or 2 (replayed), the remaining calls, and the µs until the oldest call expires.
 */
export const countScript = `
local calls, window = tonumber(ARGV[1]), tonumber(ARGV[2])
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then return {2, 0, 0} end
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]

local stored = redis.pcall('LRANGE', KEYS[1], -calls - 1, -1)
-- The key does not hold a list.
if stored.err then redis.call('DEL', KEYS[1]); stored = {} end
local log, expired, rewrite = {}, 0, #stored > calls
for _, text in ipairs(stored) do
  local time = tonumber(text)
  -- Drop what is not a number, or NaN. The clock was set back: treat a time in the future as now.
  if not (time and time <= now) then time = time and time > now and now or 0; rewrite = true end
  if time + window > now then log[#log + 1] = time
  else
    expired = expired + 1
    if #log > 0 then rewrite = true end
  end
end
if rewrite then
  table.sort(log)
  while #log > calls do table.remove(log, 1) end
end

local over = #log >= calls
if not over then
  log[#log + 1] = now
  if KEYS[2] then redis.call('SET', KEYS[2], '', 'PX', ARGV[3]) end
end
if rewrite then
  -- Append before trimming: a full Redis refuses to append, and the old log must then survive.
  local oldLength = redis.call('LLEN', KEYS[1])
  for _, time in ipairs(log) do redis.call('RPUSH', KEYS[1], string.format('%.0f', time)) end
  redis.call('LTRIM', KEYS[1], oldLength, -1)
elseif not over then
  if expired > 0 then redis.call('LTRIM', KEYS[1], expired, -1) end
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
end
if (rewrite or not over) and #log > 0 then redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000) + 1000) end
return {over and 1 or 0, calls - #log, log[1] + window - now}
`;

export const countScriptSha1 = hash("sha1", countScript);

const results = ["counted", "over", "replayed"] as const;

interface StoreCount {
  readonly result: (typeof results)[number];
  readonly remaining: number;
  readonly resetMs: number;
}

/** Reads the result of the script; throws if the script cannot have returned it. */
export function readCountResult(answer: unknown, { calls, windowSeconds }: Limit, hasNonce = false): StoreCount {
  if (Array.isArray(answer) && answer.length === 3 && answer.every(Number.isSafeInteger)) {
    const [code, remainingCalls, resetUs] = answer as [number, number, number];
    const result = results[code];
    const remaining = Math.max(0, remainingCalls);
    const isPossible = remaining < calls && resetUs >= 0 && resetUs <= windowSeconds * 1e6;
    const isKnown = result !== undefined && (result !== "replayed" || hasNonce);
    if (isKnown && isPossible) return { result, remaining, resetMs: resetUs / 1_000 };
  }
  throw new Error("The answer from Redis is invalid.");
}
