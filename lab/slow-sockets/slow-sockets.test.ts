import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type Sandbox, startSandbox } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { isFullScale, scaled } from "@assay/testing/scale";
import { percentile } from "@assay/testing/services/load";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import { anEnvelope, callAt } from "../../e2e/http/service.ts";
import { type ServiceProcess, startService } from "../../e2e/upstream/start-service.ts";

const skip = spawnSync("slowhttptest", ["-h"]).error ? "slowhttptest is not installed" : false;
const sockets = scaled({ quick: 200, ci: 500, full: 4_000 });
const calmMs = scaled({ ci: 3_000, full: 10_000 });
const probeEveryMs = 100;

interface Mode {
  readonly options: readonly string[];
  readonly path: string;
  /** How many connect per second: as many as would be a flood do not show what slow ones do. */
  readonly perSecond: number;
  /** How long a socket lasts at most, as the service promises. A minute is not awaited on every change. */
  readonly lastsSeconds: number;
}

const modes: { readonly [name: string]: Mode } = {
  "send their head slowly": {
    options: ["-H", "-i", "2", "-x", "8"],
    path: "/api/domains",
    perSecond: 1_000,
    lastsSeconds: 12,
  },
  "send their body slowly": {
    options: ["-B", "-i", "2", "-x", "8", "-s", "8192", "-f", "application/json"],
    path: "/api/validate",
    perSecond: 400,
    lastsSeconds: 12,
  },
  // The kernel takes the whole answer, so the connection is one between two requests: it is closed when idle.
  "read their answer slowly": {
    options: ["-X", "-w", "64", "-y", "64", "-n", "5", "-z", "5"],
    path: "/openapi.json",
    perSecond: 200,
    lastsSeconds: 76,
  },
};

let sandbox: Sandbox;
let service: ServiceProcess;
let calmP99Ms: number;
let probes = 0;
let unanswered = 0;
before(async () => {
  if (skip) return;
  sandbox = await startSandbox();
  const maxStaleSeconds = { specPackage: 86_400, registry: 86_400 };
  // As behind a proxy: one address of its own could not have so many connections.
  const trustedProxies = ["127.0.0.1/32"];
  service = await startService({ domains: [{ ...sandbox.datamint.asDomain, maxStaleSeconds }], trustedProxies });
  await probe(wait(calmMs));
  calmP99Ms = p99Of(await probe(wait(calmMs)));
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await sandbox?.[Symbol.asyncDispose]();
});

for (const [title, { options, path, perSecond, lastsSeconds }] of Object.entries(modes)) {
  test(`beside ${sockets} clients that ${title}, every honest call is answered`, { skip }, async () => {
    const awaitsEnd = isFullScale || lastsSeconds < 60;
    const seen = { accepted: 0, open: 0, mostOpen: 0, longestMs: 0, turnMs: 0 };
    const look = async () => {
      const { resources, accepted, longestConnectionMs, longestTurnMs } = await service.vitals();
      seen.accepted += accepted;
      seen.open = resources.filter((resource) => resource === "TCPSocketWrap").length;
      seen.mostOpen = Math.max(seen.mostOpen, seen.open);
      seen.longestMs = Math.max(seen.longestMs, longestConnectionMs);
      seen.turnMs = Math.max(seen.turnMs, longestTurnMs);
      return seen;
    };
    await look();
    [seen.accepted, probes] = [0, 0];
    const clients = startSlowClients([...options, "-u", `${service.url}${path}`, "-r", `${perSecond}`]);
    const attack = (async () => {
      await waitUntil("all were connected", look, {
        isDone: ({ accepted }) => accepted - probes >= 0.98 * sockets,
        pauseMs: 200,
      });
      if (awaitsEnd)
        await waitUntil("all are gone", look, {
          isDone: ({ open }) => open - unanswered < 0.02 * sockets + 8,
          pauseMs: 500,
        });
      else await wait(2_000);
    })();
    const probed = await probe(attack).finally(() => clients.stop());
    const p99Ms = p99Of(probed);
    // On a machine that is too slow for so many new requests, a few of all of them are refused, as documented.
    const refused = probed.filter(({ result }) => result === "503 overloaded");
    const others = probed.filter(({ result }) => result !== "200" && result !== "503 overloaded");
    assert.deepEqual(others, []);
    figure(`clients that ${title}, at once`, seen.mostOpen, sockets);
    figure(`honest calls beside clients that ${title}, all answered`, probed.length, probed.length);
    figure("of them refused as overloaded", refused.length, "0, printed only");
    figure("their p99, x that without slow clients", (p99Ms / calmP99Ms).toFixed(2), "printed only");
    figure("their p99, ms", p99Ms.toFixed(1), "50, printed only");
    figure("processor time of the longest turn of the service meanwhile, ms", seen.turnMs.toFixed(0), "printed only");
    if (awaitsEnd) timingFigure("the longest connection, s", seen.longestMs / 1_000, lastsSeconds);
  });
}

interface Probed {
  /** `200`, `503 overloaded`, or the reason why there is no answer. */
  readonly result: string;
  readonly milliseconds: number;
}

/** Makes an honest call on a new connection every 100 ms until something is over. */
async function probe(until: Promise<unknown>): Promise<readonly Probed[]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const calls: Promise<Probed>[] = [];
  while (!isOver) {
    calls.push(call());
    await Promise.race([wait(probeEveryMs), over]);
  }
  await over;
  return await Promise.all(calls);
}

async function call(): Promise<Probed> {
  probes += 1;
  unanswered += 1;
  const begin = performance.now();
  const result = await callAt(service.url, "validateProposal", { body: anEnvelope() }).then(
    ({ status, json }) => [status, json.code].join(" ").trim(),
    String,
  );
  unanswered -= 1;
  return { result, milliseconds: performance.now() - begin };
}

function p99Of(probed: readonly Probed[]): number {
  return percentile(
    probed.map(({ milliseconds }) => milliseconds),
    0.99,
  );
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
