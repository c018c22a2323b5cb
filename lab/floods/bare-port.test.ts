import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startSandbox } from "@assay/sandbox";
import { checkTiming } from "@assay/testing/check-timing";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { type ServiceProcess, startServiceProcess } from "../../e2e/documents/start-service-process.ts";
import { callOperation } from "../../e2e/http/call-operation.ts";
import { createEnvelope } from "../../e2e/http/create-envelope.ts";
import { startFlood } from "./flood.ts";

const attackMs = pickForScale({ quick: 5_000, ci: 8_000, full: 60_000 });
const sockets = pickForScale({ quick: 200, ci: 500, full: 4_000 });
const maxMegabytes = 400;
const skip = spawnSync("slowhttptest", ["-h"]).error ? "slowhttptest is not installed" : false;

interface SlowClients {
  readonly path: string;
  /** The options of slowhttptest. */
  readonly options: readonly string[];
  /** The maximum duration of a connection. */
  readonly maxSeconds: number;
}

const slowClients: { readonly [behavior: string]: SlowClients } = {
  "send their request headers slowly": {
    path: "/api/domains",
    options: ["-H", "-i", "2", "-x", "8", "-r", "1000"],
    maxSeconds: 12,
  },
  "send their request body slowly": {
    path: "/api/validate",
    options: ["-B", "-i", "2", "-x", "8", "-s", "8192", "-f", "application/json", "-r", "400"],
    maxSeconds: 12,
  },
  "read the answer slowly": {
    path: "/openapi.json",
    options: ["-X", "-w", "64", "-y", "64", "-n", "5", "-z", "5", "-r", "200"],
    maxSeconds: 76,
  },
};

test("a bare port survives a pipelined flood, and then answers honest calls", async () => {
  await using service = await startBare();
  const flood = startFlood({
    kind: "pipelined",
    from: ["127.0.0.3"],
    connections: 4,
    perSecond: 200,
    url: service.url,
  });
  const megabytes = await measurePeakMemory(service, wait(attackMs));
  await flood.stop();
  await checkRecovery(service, "a pipelined flood on the bare port", megabytes);
});

for (const [behavior, { path, options, maxSeconds }] of Object.entries(slowClients)) {
  test(`a bare port survives ${sockets} clients that ${behavior}`, { skip }, async () => {
    await using service = await startBare();
    const slow = startSlowClients([...options, "-u", `${service.url}${path}`]);
    const megabytes = await measurePeakMemory(service, wait(attackMs));
    await slow.stop();
    await checkRecovery(service, `${sockets} clients that ${behavior}, on the bare port`, megabytes);
    const { longestConnectionMs } = await service.vitals();
    checkTiming(`the longest connection of clients that ${behavior}, s`, longestConnectionMs / 1_000, maxSeconds);
  });
}

async function startBare() {
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox());
  const maxStaleSeconds = { specPackage: 86_400, registry: 86_400 };
  const service = started.use(
    await startServiceProcess({ domains: [{ ...sandbox.datamint.domainConfig, maxStaleSeconds }] }),
  );
  const running = started.move();
  return { ...service, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Measures the maximum memory, in MB, that the service uses until the attack ends. */
async function measurePeakMemory({ vitals }: ServiceProcess, attack: Promise<unknown>): Promise<number> {
  let isOver = false;
  const attackEnd = attack.finally(() => {
    isOver = true;
  });
  let maxBytes = 0;
  while (!isOver) {
    maxBytes = Math.max(maxBytes, (await vitals()).rssBytes);
    await Promise.race([wait(500), attackEnd]);
  }
  return Math.round(maxBytes / 1_024 / 1_024);
}

async function checkRecovery(service: ServiceProcess, attack: string, megabytes: number): Promise<void> {
  // This call comes from a different address than the attack, so the rate limit of the attacker does not affect it.
  const startedAt = performance.now();
  const { status } = await callOperation(service.url, "validateProposal", { body: createEnvelope() });
  printFigure(`status of an honest call after ${attack}`, status, 200);
  checkTiming(`time to answer after ${attack}, s`, (performance.now() - startedAt) / 1_000, 1);
  printFigure(`peak memory during ${attack}, MB`, megabytes, maxMegabytes);
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
