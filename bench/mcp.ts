// Measures what MCP costs: the same call over plain HTTP, and as a tool call in both eras of the protocol.
// Processor time of the service is compared, so that neither the generator nor the machine is what is measured.

import { join } from "node:path";
import { startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { connectCallers } from "./load.ts";
import { median } from "./measure.ts";

const plan = { connections: 4, rounds: 9, roundMs: 1_000 };

const envelope = { targetProduct: "datamint", domainId: "generator-option", candidate: usual() };
const call = { name: "validateProposal", arguments: envelope };
const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "assay-bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modernHeaders = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: validateProposal"];

await using service = await startChild({
  args: ["--conditions=assay-source", join(import.meta.dirname, "http-server.ts"), "guarded"],
  isReady: (line) => line.startsWith("listening "),
  readyTimeoutMs: 60_000,
});
const [, url = "", meterUrl = "", key = ""] = service.readyLine.split(" ");

const message = (params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
using plain = await connectArm("/api/validate", JSON.stringify(envelope));
using modern = await connectArm("/mcp", message({ ...call, _meta }), modernHeaders);
using legacy = await connectArm("/mcp", message(call), ["MCP-Protocol-Version: 2025-11-25"]);

const arms = { plain, modern, legacy };
const names = ["plain", "modern", "legacy"] as const;
const rounds: { readonly [name in keyof typeof arms]: number }[] = [];
for (let round = 0; round <= plan.rounds; round += 1) {
  const measured = { plain: 0, modern: 0, legacy: 0 };
  // Each goes first in turn, so that a machine that is busy for a while slows all.
  for (let turn = 0; turn < names.length; turn += 1) {
    const name = names[(turn + round) % names.length] as keyof typeof arms;
    measured[name] = await arms[name].run();
  }
  // The first round is for the compiler.
  if (round > 0) rounds.push(measured);
}

const bytes = JSON.stringify(envelope).length;
console.log(`${bytes} bytes, ${plan.connections} connections; medians of ${plan.rounds} rounds, in µs per call:\n`);
for (const name of names) {
  const us = median(rounds.map((round) => round[name]));
  console.log(`${name.padEnd(10)}${us.toFixed(0).padStart(8)}`);
}
console.log("");
figure("processor time of a tool call, x the same plain call, revision 2026-07-28", "modern");
figure("processor time of a tool call, x the same plain call, revision 2025-11-25", "legacy");

async function connectArm(path: string, body: string, more: readonly string[] = []) {
  const { connections, roundMs } = plan;
  const callers = await connectCallers(`${url}${path}`, body, {
    connections,
    isExpected: (answer) => answer.includes('"valid":true'),
    headers: () => [`Authorization: Bearer ${key}`, ...more],
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

function figure(name: string, of: "modern" | "legacy"): void {
  const ratio = median(rounds.map((round) => round[of] / round.plain));
  console.log(`figure: ${name} = ${ratio.toFixed(2)} (bar 5)`);
}
