import { setTimeout as wait } from "node:timers/promises";
import { createClient, type Sent } from "../../e2e/fleet/clients.ts";

/** How an honest call ended: its status, or why it has none. */
export interface HonestCall {
  readonly result: number | string;
  readonly milliseconds: number;
}

let network = 100;

/** Makes 50 calls a second until something is over, each from another address than the 999 before it. */
export async function callHonestly(url: string, until: Promise<unknown>, sent?: Sent): Promise<readonly HonestCall[]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  network += 1;
  const calls: Promise<HonestCall>[] = [];
  const begin = performance.now();
  while (!isOver) {
    const index = calls.length % 1_000;
    calls.push(call(url, `127.${network}.${Math.floor(index / 250)}.${1 + (index % 250)}`, sent));
    await Promise.race([wait(Math.max(0, begin + calls.length * 20 - performance.now())), over]);
  }
  await over;
  return await Promise.all(calls);
}

async function call(url: string, address: string, sent?: Sent): Promise<HonestCall> {
  using client = createClient(url, address, 1);
  const begin = performance.now();
  const timeout = wait(10_000, undefined, { ref: false }).then(() => "no answer in 10 s");
  const result = await Promise.race([client.call(sent).then(({ status }) => status, String), timeout]);
  return { result, milliseconds: performance.now() - begin };
}
