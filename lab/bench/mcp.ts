// Measures what MCP costs: the same call over plain HTTP, and as a tool call in both eras of the protocol.
// Processor time of the service is compared, so that neither the generator nor the machine is what is measured.

import { join } from "node:path";
import { startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { compareProcessorTime } from "./compare-processor-time.ts";

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
const withKey = (...more: readonly string[]) => ({ headers: () => [`Authorization: Bearer ${key}`, ...more] });
const ratio = await compareProcessorTime(
  {
    plain: { url: `${url}/api/validate`, body: JSON.stringify(envelope), ...withKey() },
    modern: { url: `${url}/mcp`, body: message({ ...call, _meta }), ...withKey(...modernHeaders) },
    legacy: { url: `${url}/mcp`, body: message(call), ...withKey("MCP-Protocol-Version: 2025-11-25") },
  },
  { meterUrl },
);
figure("processor time of a tool call, x the same plain call, revision 2026-07-28", ratio("modern", "plain"));
figure("processor time of a tool call, x the same plain call, revision 2025-11-25", ratio("legacy", "plain"));

function figure(name: string, value: number): void {
  console.log(`figure: ${name} = ${value.toFixed(2)} (bar 5)`);
}
