import assert from "node:assert/strict";
import { Agent, type IncomingMessage, request } from "node:http";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type Sandbox, startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { figure } from "@assay/testing/figure";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { untilReady } from "@assay/testing/services/until-ready";
import { waitUntil } from "@assay/testing/wait-until";
import { anEnvelope } from "./service.ts";

const body = JSON.stringify(anEnvelope());

for (const lagMs of [0, 500, 2_000]) {
  test(`instances are replaced one by one without a failed call, behind a load balancer ${lagMs} ms late`, async () => {
    const { calls, failed } = await restartAll({ lagMs, drainMs: lagMs + 1_500 });
    figure(`rolling restart, lag ${lagMs} ms: failed of ${calls} calls`, failed.length, 0);
    assert.deepEqual(failed, []);
  });
}

test("control: without the moment of draining, calls fail", async () => {
  const { failed } = await restartAll({ lagMs: 500, drainMs: 0 });
  assert.ok(failed.length > 0);
});

interface Restart {
  /** How long the load balancer goes on sending calls to an instance that is not ready. */
  readonly lagMs: number;
  readonly drainMs: number;
}

// Two instances under steady calls over connections that are kept; each is replaced in turn.
async function restartAll({ lagMs, drainMs }: Restart) {
  await using sandbox = await startSandbox();
  const balancer = createBalancer();
  const instances = [await start(sandbox, drainMs), await start(sandbox, drainMs)];
  for (const { url } of instances) balancer.add(url);

  const calling = callSteadily(balancer);
  await calling.answered(20);
  for (const [index, instance] of instances.entries()) {
    const closed = instance.close();
    // Without draining, the load balancer is late for some calls, however slow the machine is.
    await Promise.all([wait(lagMs), drainMs === 0 && calling.answered(10)]);
    balancer.remove(instance.url);
    await closed;
    instances[index] = await start(sandbox, drainMs);
    balancer.add(instances[index].url);
    await calling.answered(20);
  }
  const outcome = await calling.stop();
  balancer.close();
  await Promise.all(instances.map((instance) => instance.close()));
  return outcome;
}

async function start(sandbox: Sandbox, drainMs: number) {
  const app = await startApp({ limit: manyCalls, ...longTimeouts, drainMs, domains: [sandbox.datamint.asDomain] });
  await untilReady(app);
  return app;
}

interface Balancer {
  add(url: string): void;
  remove(url: string): void;
  /** Sends a call to the next instance; the status of its answer. */
  call(): Promise<number>;
  close(): void;
}

function createBalancer(): Balancer {
  const agent = new Agent({ keepAlive: true });
  const urls: string[] = [];
  let turn = 0;
  return {
    add: (url) => urls.push(url),
    remove: (url) => urls.splice(urls.indexOf(url), 1),
    call() {
      turn += 1;
      const url = urls[turn % urls.length] ?? "";
      return turn % 3 === 0 ? send(agent, `${url}/api/domains`) : send(agent, `${url}/api/validate`, body);
    },
    close: () => agent.destroy(),
  };
}

function send(agent: Agent, url: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const sent = request(url, { agent, method: body === undefined ? "GET" : "POST", headers });
    sent.on("error", reject);
    sent.on("response", (response: IncomingMessage) => {
      response.on("end", () => resolve(response.statusCode ?? 0)).on("error", reject);
      response.resume();
    });
    sent.end(body);
  });
}

function callSteadily(balancer: Balancer) {
  const failed: string[] = [];
  const calls: Promise<void>[] = [];
  let ended = 0;
  async function callOnce(): Promise<void> {
    const result = await balancer.call().catch((reason: Error) => reason.message);
    if (result !== 200) failed.push(`${result}`);
    ended += 1;
  }
  const timer = setInterval(() => calls.push(callOnce()), 10);
  return {
    /** Waits until so many more calls have ended, well or not. */
    async answered(more: number): Promise<void> {
      const enough = ended + more;
      await waitUntil(`${enough} calls have ended`, () => ended, { isDone: (count) => count >= enough, pauseMs: 5 });
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(calls);
      return { calls: calls.length, failed };
    },
  };
}
