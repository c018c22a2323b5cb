// Measures what metrics cost: the same call without them and with them.

import { join } from "node:path";
import { startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { compareProcessorTime } from "./compare-processor-time.ts";

const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });

await using service = await startChild({
  args: ["--conditions=assay-source", join(import.meta.dirname, "telemetry-server.ts")],
  env: process.env,
  isReady: (line) => line.startsWith("listening "),
});
const [, meterUrl = "", without = "", counted = ""] = service.readyLine.split(" ");

const callAt = (url: string) => ({ url: `${url}/api/validate`, body, headers: () => [] });
const ratio = await compareProcessorTime(
  { neither: callAt(without), metrics: callAt(counted) },
  { meterUrl, rounds: 20 },
);
const value = ratio("metrics", "neither").toFixed(3);
console.log(`figure: processor time of a call with metrics, x the same call without = ${value} (bar none)`);
