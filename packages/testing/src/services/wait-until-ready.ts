import { waitUntil } from "../wait-until.ts";

/** Waits until a service has the spec package and the registry of each of its domains. */
export async function waitUntilReady({ operatorUrl }: { readonly operatorUrl: string }): Promise<void> {
  const isDone = (states: readonly string[]) => states.every((state) => state.endsWith(" 1"));
  await waitUntil("every domain is ready", () => fetchDomainStates(operatorUrl), { isDone });
}

async function fetchDomainStates(operatorUrl: string): Promise<readonly string[]> {
  const metrics = await (await fetch(`${operatorUrl}/metrics`, { headers: { connection: "close" } })).text();
  return metrics.split("\n").filter((line) => /^assay_domain_status\{.*status="ready"/.test(line));
}
