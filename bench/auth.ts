// Measures what credentials cost: the same call without any, with a key that is known, and signed for an agent.
// Processor time of the service is compared, so that neither the generator nor the machine is what is measured.

import { join } from "node:path";
import { startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { connectCallers } from "./load.ts";
import { median } from "./measure.ts";

const plan = { connections: 4, rounds: 9, roundMs: 1_000, signedCalls: 6_000 };

const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });

// One process for all three: what else is on its heap slows them alike.
await using service = await startChild({
  args: ["--conditions=assay-source", join(import.meta.dirname, "http-server.ts"), "guarded"],
  isReady: (line) => line.startsWith("listening "),
  readyTimeoutMs: 60_000,
});
const [, guardedUrl = "", meterUrl = "", key = "", openUrl = ""] = service.readyLine.split(" ");
const signed: (readonly string[])[] = [];

// Calls are written anew in every arm: a generator that is slower in one would leave the service more idle there.
using withoutAny = await connectArm(openUrl, () => []);
using withKey = await connectArm(guardedUrl, () => [`Authorization: Bearer ${key}`]);
// Each call has a nonce of its own, so they are signed beforehand, and not by the generator.
using withSignature = await connectArm(guardedUrl, () => {
  const headers = signed.pop();
  if (!headers) throw new Error(`More than ${plan.signedCalls} calls in a round: sign more of them.`);
  return headers;
});

const arms = { open: withoutAny, key: withKey, signature: withSignature };
const names = ["open", "key", "signature"] as const;
const rounds: { readonly [name in keyof typeof arms]: number }[] = [];
for (let round = 0; round <= plan.rounds; round += 1) {
  await signCalls();
  const measured = { open: 0, key: 0, signature: 0 };
  // Each goes first in turn, so that a machine that is busy for a while slows all.
  for (let turn = 0; turn < names.length; turn += 1) {
    const name = names[(turn + round) % names.length] as keyof typeof arms;
    measured[name] = await arms[name].run();
  }
  // The first round is for the compiler.
  if (round > 0) rounds.push(measured);
}

console.log(
  `${body.length} bytes, ${plan.connections} connections; medians of ${plan.rounds} rounds, in µs per call:\n`,
);
for (const name of names) {
  const us = median(rounds.map((round) => round[name]));
  console.log(`${name.padEnd(10)}${us.toFixed(0).padStart(8)}`);
}
console.log("");
figure("processor time of a call with a known key, x the same call without", "key");
figure("processor time of a signed call, x the same call without", "signature");

async function connectArm(url: string, headers: () => readonly string[]) {
  const isExpected = (answer: string) => answer.startsWith('{"valid":true');
  const { connections, roundMs } = plan;
  const callers = await connectCallers(`${url}/api/validate`, body, {
    connections,
    isExpected,
    headers,
  });
  const processorUs = async () => Number(await (await fetch(meterUrl)).text());
  return {
    async run(): Promise<number> {
      const before = await processorUs();
      const { calls } = await callers.run(roundMs);
      return ((await processorUs()) - before) / calls;
    },
    [Symbol.dispose]: () => callers[Symbol.dispose](),
  };
}

async function signCalls(): Promise<void> {
  const wanted = JSON.stringify({ calls: plan.signedCalls, body });
  const response = await fetch(`${meterUrl}/signed`, { method: "POST", body: wanted });
  const sets = (await response.json()) as readonly { readonly [name: string]: string }[];
  const lines = sets.map((headers) =>
    Object.entries(headers)
      .filter(([name]) => name !== "content-type")
      .map(([name, value]) => `${name}: ${value}`),
  );
  signed.splice(0, signed.length, ...lines);
}

function figure(name: string, of: "key" | "signature"): void {
  const ratio = median(rounds.map((round) => round[of] / round.open));
  console.log(`figure: ${name} = ${ratio.toFixed(2)} (bar none)`);
}
