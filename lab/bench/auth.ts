// Measures what credentials cost: the same call without any, with a key that is known, and signed for an agent.
// Processor time of the service is compared, so that neither the generator nor the machine is what is measured.

import { join } from "node:path";
import { startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { compareProcessorTime } from "./compare-processor-time.ts";

const signedCalls = 6_000;
const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });

// One process for all three: what else is on its heap slows them alike.
await using service = await startChild({
  args: ["--conditions=assay-source", join(import.meta.dirname, "http-server.ts"), "guarded"],
  isReady: (line) => line.startsWith("listening "),
  readyTimeoutMs: 60_000,
});
const [, guardedUrl = "", meterUrl = "", key = "", openUrl = ""] = service.readyLine.split(" ");
const signed: (readonly string[])[] = [];

// Each call has a nonce of its own, so they are signed beforehand, and not by the generator.
const nextSigned = () => {
  const headers = signed.pop();
  if (!headers) throw new Error(`More than ${signedCalls} calls in a round: sign more of them.`);
  return headers;
};
// Calls are written anew in every arm: a generator that is slower in one would leave the service more idle there.
const guarded = { url: `${guardedUrl}/api/validate`, body };
const ratio = await compareProcessorTime(
  {
    open: { url: `${openUrl}/api/validate`, body, headers: () => [] },
    key: { ...guarded, headers: () => [`Authorization: Bearer ${key}`] },
    signature: { ...guarded, headers: nextSigned },
  },
  { meterUrl, beforeRound: signCalls },
);
figure("processor time of a call with a known key, x the same call without", ratio("key", "open"));
figure("processor time of a signed call, x the same call without", ratio("signature", "open"));

async function signCalls(): Promise<void> {
  const wanted = JSON.stringify({ calls: signedCalls, body });
  const response = await fetch(`${meterUrl}/signed`, { method: "POST", body: wanted });
  const sets = (await response.json()) as readonly { readonly [name: string]: string }[];
  const lines = sets.map((headers) =>
    Object.entries(headers)
      .filter(([name]) => name !== "content-type")
      .map(([name, value]) => `${name}: ${value}`),
  );
  signed.splice(0, signed.length, ...lines);
}

function figure(name: string, value: number): void {
  console.log(`figure: ${name} = ${value.toFixed(2)} (bar none)`);
}
