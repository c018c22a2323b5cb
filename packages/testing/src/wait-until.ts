import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";

interface WaitOptions<Value> {
  /** Whether a result ends the wait. Default: any truthy result does. */
  readonly isDone?: (value: Value) => boolean;
  /** Default: ten minutes, because a busy machine is slow. */
  readonly timeoutMs?: number;
  /** The pause between two calls. Default: 20 ms. */
  readonly pauseMs?: number;
}

/**
 * Calls `poll` until `isDone` accepts its result, and returns that result. On a timeout, throws an error with the
 * description and the last result.
 *
 * @example
 * await waitUntil("the store is back", () => service.findLogLines("limit-restored").length);
 */
export async function waitUntil<Value>(
  description: string,
  poll: () => Value | Promise<Value>,
  { isDone = Boolean, timeoutMs = 600_000, pauseMs = 20 }: WaitOptions<Value> = {},
): Promise<Value> {
  for (const start = performance.now(); ; await sleep(pauseMs)) {
    const value = await poll();
    if (isDone(value)) return value;
    if (performance.now() - start < timeoutMs) continue;
    const last = typeof value === "string" ? value : inspect(value, { depth: 4 });
    throw new Error(`Timed out after ${timeoutMs} ms waiting until ${description}. Last seen:\n${last}`);
  }
}
