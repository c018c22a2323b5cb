import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSandbox } from "@assay/sandbox";
import { waitUntil } from "../wait-until.ts";
import { findFreePort } from "./find-free-port.ts";
import { type HealthChecks, startHaproxy } from "./haproxy.ts";
import { serviceSettings } from "./service-settings.ts";
import type { Child } from "./start-child.ts";

type Settings = { readonly [name: string]: string };

/** A rolling restart, and the calls made during it. */
interface RollingRestart {
  readonly instances: number;
  /** The minimum number of calls. */
  readonly calls: number;
  readonly checks: HealthChecks;
  /** The value of `ASSAY_DRAIN_SECONDS`, if not its default. */
  readonly drainSeconds?: string;
  /** Additional settings for every instance. */
  readonly settings?: Settings;
  /** How to start the instances initially, and in each round of restarts. */
  readonly starts: readonly [first: Start, ...rounds: Start[]];
}

/** Starts an instance with the given settings and waits until it is ready. */
type Start = (settings: Settings) => Promise<Child>;

/** An answer, with the times of the call and the answer in milliseconds, as `performance.now` returns them. */
export interface RestartAnswer {
  readonly client: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly status: number;
  /** The number of calls that the client has left, according to the answer. */
  readonly remaining: number;
}

/**
 * Restarts instances behind HAProxy, each as soon as HAProxy sends calls to the previous instance again. Returns the
 * number of calls, the answers, and a description of each call that failed or was not answered with 200.
 */
export async function restartOneByOne(restart: RollingRestart) {
  await using started = new AsyncDisposableStack();
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), "assay-restart-")));
  const sandbox = started.use(await startSandbox({ identity: true }));
  const domainsFile = join(folder.path, "domains.json");
  writeFileSync(domainsFile, JSON.stringify({ domains: [sandbox.datamint.domainConfig] }));
  const { key } = await sandbox.identity.createKey(await sandbox.identity.createPerson("Ada"));
  const { ASSAY_DRAIN_SECONDS: _, ...settings } = serviceSettings(sandbox, domainsFile);
  const drain = restart.drainSeconds === undefined ? {} : { ASSAY_DRAIN_SECONDS: restart.drainSeconds };
  const [first, ...rounds] = restart.starts;
  const instances = await Promise.all(
    Array.from({ length: restart.instances }, async () => {
      const [port, operatorPort] = [await findFreePort(), await findFreePort()];
      const ports = { ASSAY_PORT: `${port}`, ASSAY_OPERATOR_PORT: `${operatorPort}` };
      // HAProxy and the callers are local, so the service trusts the client addresses that callers claim.
      const trusted = { ASSAY_TRUSTED_PROXIES: "127.0.0.1/32" };
      const instanceSettings = { ...settings, ...drain, ...ports, ...trusted, ...restart.settings };
      let child = started.use(await first(instanceSettings));
      return {
        url: `http://127.0.0.1:${port}`,
        operatorUrl: `http://127.0.0.1:${operatorPort}`,
        async restart(start: Start) {
          await child.stop();
          child = started.use(await start(instanceSettings));
        },
      };
    }),
  );
  const port = await findFreePort();
  const haproxy = started.use(await startHaproxy(port, instances, restart.checks));

  const calls = started.use(callSteadily(`http://127.0.0.1:${port}`, key));
  for (const start of rounds) {
    for (const [index, instance] of instances.entries()) {
      const upMessage = `Server instances/instance-${index} is UP`;
      const countUpMessages = () => haproxy.output().split(upMessage).length;
      const before = countUpMessages();
      await instance.restart(start);
      const isDone = (now: number) => now > before;
      await waitUntil(`HAProxy sends calls to instance ${index} again`, countUpMessages, { isDone, pauseMs: 50 });
    }
  }
  return await calls.stopAfter(restart.calls);
}

const candidateFile = new URL("../../../contract/cases/candidates/loyalty-card.json", import.meta.url);

// Enough clients to keep each below 20 calls a minute, but few enough for each to call repeatedly during the restarts.
const clientCount = 500;

function callSteadily(url: string, key: string) {
  const agent = new Agent({ keepAlive: true });
  const candidate = JSON.parse(readFileSync(candidateFile, "utf8"));
  const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate });
  const failed: string[] = [];
  const answers: RestartAnswer[] = [];
  let calls = 0;
  let isStopped = false;
  async function call(index: number): Promise<void> {
    const client = `10.0.${(index % clientCount) >> 8}.${(index % clientCount) & 255}`;
    const pending =
      index % 3 === 0
        ? send(agent, client, `${url}/api/domains`)
        : send(agent, client, `${url}/api/validate`, body, key);
    const result = await pending.catch((reason: Error) => reason.message);
    if (typeof result !== "string") answers.push(result);
    if (typeof result === "string" || result.status !== 200)
      failed.push(`call ${index}: ${typeof result === "string" ? result : result.status}`);
  }
  // Like real clients, each caller waits for its answer.
  const callers = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      calls += 1;
      await call(calls);
      await sleep(30);
    }
  });
  async function stop(): Promise<void> {
    isStopped = true;
    await Promise.all(callers);
    agent.destroy();
  }
  return {
    /** Stops after at least this many calls, and waits for their answers. */
    async stopAfter(minCalls: number) {
      await waitUntil(`${minCalls} calls are sent`, () => calls, { isDone: (count) => count >= minCalls });
      await stop();
      return { calls, failed, answers };
    },
    [Symbol.asyncDispose]: stop,
  };
}

function send(agent: Agent, client: string, url: string, body?: string, key?: string): Promise<RestartAnswer> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      "x-forwarded-for": client,
      ...(body !== undefined && { "content-type": "application/json", authorization: `Bearer ${key}` }),
    };
    const outgoing = request(url, { agent, method: body === undefined ? "GET" : "POST", headers });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      response.on("error", reject).on("end", () => {
        const { statusCode: status = 0, headers: answerHeaders } = response;
        const remaining = Number(/;r=(\d+)/.exec(String(answerHeaders.ratelimit))?.[1]);
        resolve({ client, sentAt, answeredAt: performance.now(), status, remaining });
      });
      response.resume();
    });
    outgoing.end(body);
  });
}
