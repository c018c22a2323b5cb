import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Flood, FloodResult } from "./flood-sender.ts";

/** Starts a flood. `stop` ends it and returns its result. */
export function startFlood(flood: Flood) {
  const sender = new Worker(new URL("./flood-sender.ts", import.meta.url), { workerData: flood });
  return {
    async stop(): Promise<FloodResult> {
      sender.postMessage("stop");
      const [result] = (await once(sender, "message")) as [FloodResult];
      return result;
    },
  };
}

/** Returns `count` addresses of a loopback network. */
export function listAddresses(network: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${network}.${Math.floor(index / 250)}.${(index % 250) + 1}`);
}
