// Measures what telemetry costs: the same call without metrics, with them, and traced, 1 % and all of the calls.
// Spans are sent to a collector in this process, so that only the service's part of the work is compared.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { startChild } from "@assay/sandbox";
import { usual } from "./candidates.ts";
import { compareProcessorTime } from "./compare-processor-time.ts";

const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });
let tracedCalls = 0;
let spans = 0;

const collector = createServer(async (request, response) => {
  const { resourceSpans } = (await json(request)) as Sent;
  for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans += scope.spans.length;
  response.setHeader("content-type", "application/json").end("{}");
}).listen(0, "127.0.0.1");
await once(collector, "listening");

await using service = await startChild({
  args: ["--conditions=assay-source", join(import.meta.dirname, "telemetry-server.ts")],
  env: {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    TRACE_RATIO: "0",
  },
  isReady: (line) => line.startsWith("listening "),
});
const [, meterUrl = "", without = "", counted = "", traced = ""] = service.readyLine.split(" ");

// A proxy decides which calls are traced, so that all arms send the same and the share is exact.
const armOf = (url: string, nth: number) => {
  let calls = 0;
  const headers = () => {
    const isSampled = calls % nth === 0;
    calls += 1;
    if (isSampled && url === traced) tracedCalls += 1;
    return [`Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0${isSampled ? 1 : 0}`];
  };
  return { url: `${url}/api/validate`, body, headers };
};
const ratio = await compareProcessorTime(
  {
    neither: armOf(without, 1),
    metrics: armOf(counted, 1),
    "traced 1%": armOf(traced, 100),
    "traced all": armOf(traced, 1),
  },
  { meterUrl, rounds: 20 },
);
figure("processor time of a call with metrics, x the same call without", ratio("metrics", "neither"));
figure("processor time of a call of which 1 % are traced, x the same call untraced", ratio("traced 1%", "metrics"));
figure("processor time of a call that is traced, x the same call untraced", ratio("traced all", "metrics"));
console.log(`${spans} spans of ${tracedCalls} traced calls arrived at the collector`);
collector.closeAllConnections();
collector.close();

interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly object[] }[] }[];
}

function figure(name: string, value: number): void {
  console.log(`figure: ${name} = ${value.toFixed(3)} (bar none)`);
}
