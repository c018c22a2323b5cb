// The services that telemetry.ts compares, in one process: without metrics, and with them.
// When ready it tells their addresses and the one where it answers how much processor time it took so far.

import { once } from "node:events";
import { openSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";

type AppOptions = Parameters<typeof startApp>[0];

const noMetrics: NonNullable<AppOptions["metrics"]> = {
  call() {},
  refusedEarly() {},
  persisted() {},
  requested() {},
  loopDelayed() {},
  refreshFailed() {},
  charged() {},
  nonceIsLocal() {},
  overloaded() {},
  shed() {},
  unnamed() {},
  forwardingIgnored() {},
  closed() {},
  storeFailed() {},
  degraded() {},
  text: () => "",
};

const sink = openSync("/dev/null", "w");
const { datamint } = await startSandbox();
datamint.announce(undefined);
const options: AppOptions = {
  limit: manyCalls,
  ...longTimeouts,
  domains: [datamint.asDomain],
  log: { level: "info", to: { write: (line) => void writeSync(sink, line) } },
};
const without = await startApp({ ...options, metrics: noMetrics });
const counted = await startApp(options);

const meter = createServer((_, response) => {
  const { user, system } = process.cpuUsage();
  response.end(String(user + system));
}).listen(0, "127.0.0.1");
await once(meter, "listening");
const meterUrl = `http://127.0.0.1:${(meter.address() as AddressInfo).port}`;
console.log(`listening ${meterUrl} ${without.url} ${counted.url}`);
