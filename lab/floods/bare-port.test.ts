import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startSandbox } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { pickForScale } from "@assay/testing/scale";
import { timingFigure } from "@assay/testing/timing-figure";
import { type ServiceProcess, startService } from "../../e2e/documents/start-service.ts";
import { callAt, createEnvelope } from "../../e2e/http/service.ts";
import { startFlood } from "./flood.ts";

const attackMs = pickForScale({ quick: 5_000, ci: 8_000, full: 60_000 });
const sockets = pickForScale({ quick: 200, ci: 500, full: 4_000 });
const maxMegabytes = 400;
const skip = spawnSync("slowhttptest", ["-h"]).error ? "slowhttptest is not installed" : false;

/** What slow clients do, and how long one lasts at most. */
const modes: { readonly [name: string]: { readonly options: readonly string[]; readonly lastsSeconds: number } } = {
  "send their head slowly": { options: ["-H", "-i", "2", "-x", "8", "-r", "1000"], lastsSeconds: 12 },
  "send their body slowly": {
    options: ["-B", "-i", "2", "-x", "8", "-s", "8192", "-f", "application/json", "-r", "400"],
    lastsSeconds: 12,
  },
  "read their answer slowly": {
    options: ["-X", "-w", "64", "-y", "64", "-n", "5", "-z", "5", "-r", "200"],
    lastsSeconds: 76,
  },
};
const paths: { readonly [name: string]: string } = {
  "send their head slowly": "/api/domains",
  "send their body slowly": "/api/validate",
  "read their answer slowly": "/openapi.json",
};

test("on a bare port, a pipelined flood leaves the service alive, and honest calls are answered after it", async () => {
  await using service = await startBare();
  const flood = startFlood({
    kind: "pipelined",
    from: ["127.0.0.3"],
    connections: 4,
    perSecond: 200,
    url: service.url,
  });
  const megabytes = await watchMemory(service, wait(attackMs));
  await flood.stop();
  await checkAfter(service, "a pipelined flood on the bare port", megabytes);
});

for (const [title, { options, lastsSeconds }] of Object.entries(modes)) {
  test(`on a bare port, ${sockets} clients that ${title} leave the service alive`, { skip }, async () => {
    await using service = await startBare();
    const slow = startSlowClients([...options, "-u", `${service.url}${paths[title]}`]);
    const megabytes = await watchMemory(service, wait(attackMs));
    await slow.stop();
    await checkAfter(service, `${sockets} clients that ${title}, on the bare port`, megabytes);
    const { longestConnectionMs } = await service.vitals();
    timingFigure(`the longest connection of clients that ${title}, s`, longestConnectionMs / 1_000, lastsSeconds);
  });
}

async function startBare() {
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox());
  const maxStaleSeconds = { specPackage: 86_400, registry: 86_400 };
  const service = started.use(await startService({ domains: [{ ...sandbox.datamint.domainConfig, maxStaleSeconds }] }));
  const running = started.move();
  return { ...service, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** The most memory that the service takes until something is over; it may be too busy to say. */
async function watchMemory({ vitals }: ServiceProcess, until: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  let maxBytes = 0;
  while (!isOver) {
    maxBytes = Math.max(maxBytes, (await vitals()).rssBytes);
    await Promise.race([wait(500), over]);
  }
  return Math.round(maxBytes / 1_024 / 1_024);
}

async function checkAfter(service: ServiceProcess, title: string, megabytes: number): Promise<void> {
  // The flood comes from another address, so nothing but the time until it is over matters.
  const begin = performance.now();
  const { status } = await callAt(service.url, "validateProposal", { body: createEnvelope() });
  figure(`status for an honest call after ${title}`, status, 200);
  timingFigure(`answered after ${title}, s`, (performance.now() - begin) / 1_000, 1);
  figure(`memory beside ${title}, MB`, megabytes, maxMegabytes);
  assert.equal(status, 200);
  assert.ok(megabytes < maxMegabytes, `${megabytes} MB`);
}

function startSlowClients(options: readonly string[]): { stop(): Promise<void> } {
  const child = spawn("slowhttptest", ["-c", `${sockets}`, "-l", "180", "-v", "0", ...options], { stdio: "ignore" });
  const exited = once(child, "exit");
  return {
    async stop() {
      child.kill();
      await exited;
    },
  };
}
