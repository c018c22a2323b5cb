import type { RedisServer } from "./redis-server.ts";

/** How many scripts a store ran so far: a call that is counted there is one. */
export async function scriptsRun(redis: RedisServer): Promise<number> {
  const { evalsha = 0, eval: evaluated = 0 } = await redis.calls();
  return evalsha + evaluated;
}
