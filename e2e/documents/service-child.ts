// The service in a process of its own, with an address that tells how its loop and its memory fare.
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import type { Settings } from "./service.ts";

/** How the process fared since it was last asked. */
export interface Vitals {
  readonly longestLoopDelayMs: number;
  /** Of the connections that have ended, the one that lasted longest. */
  readonly longestConnectionMs: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
}

const settings: Settings = JSON.parse(process.argv[2] ?? "{}");
const app = await startApp({ limit: manyCalls, ...longTimeouts, ...settings });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let longestConnectionMs = 0;
const port = Number(new URL(app.url).port);
subscribe("net.server.socket", (message) => {
  const { socket } = message as { readonly socket: Socket };
  if (socket.localPort !== port) return;
  const begin = performance.now();
  socket.once("close", () => {
    longestConnectionMs = Math.max(longestConnectionMs, performance.now() - begin);
  });
});
const vitals = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  // Only when it is asked for: a collection stops the loop, and that is what is measured otherwise.
  if (request.url === "/collected") globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const currentVitals: Vitals = {
    longestLoopDelayMs: delay.max / 1e6,
    longestConnectionMs,
    rssBytes: rss,
    heapBytes: heapUsed + external,
  };
  response.end(JSON.stringify(currentVitals));
  // The turn that this answer took is not one of those that are measured.
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
