import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startSandbox } from "@assay/sandbox";
import { waitUntil } from "../wait-until.ts";
import { freePort } from "./free-port.ts";
import { type HealthChecks, startHaproxy } from "./haproxy.ts";
import { serviceSettings } from "./service-settings.ts";

type Settings = { readonly [name: string]: string };

/** A rolling restart, and who calls meanwhile. */
interface RollingRestart {
  readonly instances: number;
  /** How many calls are made at least. */
  readonly calls: number;
  readonly checks: HealthChecks;
  /** `ASSAY_DRAIN_SECONDS`; its default unless given. */
  readonly drainSeconds?: string;
  /** Starts an instance with these settings and waits until it is ready. */
  start(settings: Settings): Promise<Child>;
}

/**
 * Restarts instances behind HAProxy, each when HAProxy sends calls to the one before again. Gives the number of calls, and
 * what was wrong with those that were not answered with 200.
 */
export async function restartOneByOne(restart: RollingRestart) {
  await using started = new AsyncDisposableStack();
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), "assay-restart-")));
  const sandbox = started.use(await startSandbox({ identity: true }));
  const domainsFile = join(folder.path, "domains.json");
  writeFileSync(domainsFile, JSON.stringify({ domains: [sandbox.datamint.asDomain] }));
  const { key } = await sandbox.identity.createKey(await sandbox.identity.createPerson("Ada"));
  const { ASSAY_DRAIN_SECONDS: _, ...settings } = serviceSettings(sandbox, domainsFile);
  const drain = restart.drainSeconds === undefined ? {} : { ASSAY_DRAIN_SECONDS: restart.drainSeconds };
  const instances = await Promise.all(
    Array.from({ length: restart.instances }, async () => {
      const [port, operatorPort] = [await freePort(), await freePort()];
      const ports = { ASSAY_PORT: `${port}`, ASSAY_OPERATOR_PORT: `${operatorPort}` };
      // HAProxy and the callers are on this machine, so callers can stand for as many clients as they name.
      const own = { ...settings, ...drain, ...ports, ASSAY_TRUSTED_PROXIES: "127.0.0.1/32" };
      let child = started.use(await restart.start(own));
      return {
        url: `http://127.0.0.1:${port}`,
        operatorUrl: `http://127.0.0.1:${operatorPort}`,
        async restart() {
          await child.stop();
          child = started.use(await restart.start(own));
        },
      };
    }),
  );
  const port = await freePort();
  const haproxy = started.use(await startHaproxy(port, instances, restart.checks));

  const calling = callSteadily(`http://127.0.0.1:${port}`, key);
  for (const [index, instance] of instances.entries()) {
    await instance.restart();
    const isDone = (log: string) => log.includes(`Server instances/instance-${index} is UP`);
    await waitUntil(`HAProxy sends calls to instance ${index} again`, haproxy.output, { isDone, pauseMs: 50 });
  }
  return await calling.stopAfter(restart.calls);
}

const candidateFile = import.meta.resolve("@assay/contract/cases/candidates/loyalty-card.json");

function callSteadily(url: string, key: string) {
  const agent = new Agent({ keepAlive: true });
  const candidate = JSON.parse(readFileSync(new URL(candidateFile), "utf8"));
  const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate });
  const failed: string[] = [];
  let calls = 0;
  let isOver = false;
  async function call(turn: number): Promise<void> {
    const client = `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`;
    const sent =
      turn % 3 === 0
        ? send(agent, client, `${url}/api/domains`)
        : send(agent, client, `${url}/api/validate`, body, key);
    const result = await sent.catch((reason: Error) => reason.message);
    if (result !== 200) failed.push(`call ${turn}: ${result}`);
  }
  // Each waits for its answer, as clients do: more than a slow machine can answer would be refused as an overload.
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      calls += 1;
      await call(calls);
      await sleep(30);
    }
  });
  return {
    /** Stops when so many calls have been made, and waits for their answers. */
    async stopAfter(enough: number) {
      await waitUntil(`${enough} calls are made`, () => calls, { isDone: (made) => made >= enough });
      isOver = true;
      await Promise.all(callers);
      agent.destroy();
      return { calls, failed };
    },
  };
}

/** The status of the answer. */
function send(agent: Agent, client: string, url: string, body?: string, key?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      "x-forwarded-for": client,
      ...(body !== undefined && { "content-type": "application/json", authorization: `Bearer ${key}` }),
    };
    const sent = request(url, { agent, method: body === undefined ? "GET" : "POST", headers });
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.on("end", () => resolve(response.statusCode ?? 0)).on("error", reject);
      response.resume();
    });
    sent.end(body);
  });
}
