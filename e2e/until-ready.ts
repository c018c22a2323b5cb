import { setTimeout as wait } from "node:timers/promises";

const patienceMs = 60_000;

/** Waits until a service has the rules of its domains: a machine that is busy may take too long to try them at first. */
export async function untilReady({ operatorUrl }: { readonly operatorUrl: string }): Promise<void> {
  const until = performance.now() + patienceMs;
  while (/status="unavailable"/.test(await (await fetch(`${operatorUrl}/metrics`)).text())) {
    if (performance.now() > until) throw new Error(`No rules after ${patienceMs} ms.`);
    await wait(50);
  }
}
