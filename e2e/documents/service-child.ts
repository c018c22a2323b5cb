// Runs the service in its own process, with a URL that reports event loop delays and memory use.
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { startApp } from "@assay/server";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import type { Settings } from "./create-domain-settings.ts";

/** Measurements of the process. Delays and durations are maximums since the last report. */
export interface Vitals {
  readonly longestLoopDelayMs: number;
  /** Covers only connections that have ended. */
  readonly longestConnectionMs: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
}

const settings: Settings = JSON.parse(process.argv[2] ?? "{}");
const app = await startApp({ limit: generousLimit, ...longTimeouts, ...settings });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let longestConnectionMs = 0;
const port = Number(new URL(app.url).port);
subscribe("net.server.socket", (message) => {
  const { socket } = message as { readonly socket: Socket };
  if (socket.localPort !== port) return;
  const openedAt = performance.now();
  socket.once("close", () => {
    longestConnectionMs = Math.max(longestConnectionMs, performance.now() - openedAt);
  });
});
const vitals = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  // Only on request, because a garbage collection would distort the measured delays.
  if (request.url === "/collected") globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const currentVitals: Vitals = {
    longestLoopDelayMs: delay.max / 1e6,
    longestConnectionMs,
    rssBytes: rss,
    heapBytes: heapUsed + external,
  };
  response.end(JSON.stringify(currentVitals));
  // Resets the delay after a few milliseconds, so that it does not include the work for this response.
  setTimeout(() => delay.reset(), 5);
  longestConnectionMs = 0;
});
vitals.listen(0, "127.0.0.1");
await once(vitals, "listening");
process.stdout.write(
  `ready ${JSON.stringify({ url: app.url, vitalsUrl: `http://127.0.0.1:${(vitals.address() as AddressInfo).port}/` })}\n`,
);
process.once("SIGTERM", async () => {
  vitals.closeAllConnections();
  vitals.close();
  await app.close();
  process.exit(0);
});
