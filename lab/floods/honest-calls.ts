import { setTimeout as wait } from "node:timers/promises";
import { type ClientCall, createClient } from "../../e2e/fleet/create-client.ts";

/** The outcome of an honest call. */
export interface HonestCall {
  /** The status, or the reason why there is none. */
  readonly result: number | string;
  readonly milliseconds: number;
}

let network = 100;

/** Makes 50 calls per second until a promise settles. An address is used again only after 1,000 calls. */
export async function callHonestly(
  url: string,
  until: Promise<unknown>,
  options?: ClientCall,
): Promise<readonly HonestCall[]> {
  let isOver = false;
  const end = until.finally(() => {
    isOver = true;
  });
  network += 1;
  const calls: Promise<HonestCall>[] = [];
  const startedAt = performance.now();
  while (!isOver) {
    const index = calls.length % 1_000;
    calls.push(call(url, `127.${network}.${Math.floor(index / 250)}.${1 + (index % 250)}`, options));
    await Promise.race([wait(Math.max(0, startedAt + calls.length * 20 - performance.now())), end]);
  }
  await end;
  return await Promise.all(calls);
}

async function call(url: string, address: string, options?: ClientCall): Promise<HonestCall> {
  using client = createClient(url, address, 1);
  const startedAt = performance.now();
  const timeout = wait(10_000, undefined, { ref: false }).then(() => "no answer in 10 s");
  const result = await Promise.race([client.call(options).then(({ status }) => status, String), timeout]);
  return { result, milliseconds: performance.now() - startedAt };
}
