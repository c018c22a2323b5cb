import type { Redis } from "./redis.ts";

/** How many scripts a store ran so far: a call that is counted there is one. */
export async function scriptsRun({ command }: Redis): Promise<number> {
  const counts = (await command("info", "commandstats")).matchAll(/^cmdstat_(?:evalsha|eval|fcall):calls=(\d+)/gm);
  return [...counts].reduce((sum, [, calls]) => sum + Number(calls), 0);
}
