import { freePort } from "@assay/testing/services/free-port";
import { startHaproxy } from "@assay/testing/services/haproxy";
import { waitUntil } from "@assay/testing/wait-until";
import type { Settings } from "../../e2e/documents/service.ts";
import { type ServiceProcess, startService } from "../../e2e/documents/start-service.ts";

/** Two instances behind HAProxy. */
export interface SoakFleet extends AsyncDisposable {
  readonly url: string;
  /** The one that runs all the time, so that what is left behind adds up in it. */
  readonly kept: ServiceProcess;
  /** What the instances have written so far. */
  logs(): readonly string[];
  /** Restarts the other one as operators do: it drains, ends, and is started again. */
  restartOther(): Promise<void>;
}

// They notice within two seconds, also on a busy machine, and an instance drains for eight.
const checks = { options: "inter 500ms", timeout: "10s" };
const drainMs = 8_000;

export async function startSoakFleet(settings: Settings): Promise<SoakFleet> {
  await using started = new AsyncDisposableStack();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async (ports: { readonly port: number; readonly operatorPort: number }) =>
    await startService({ ...settings, ...ports, publicUrl: url, instances: 2, drainMs });
  const ports = [
    { port: await freePort(), operatorPort: await freePort() },
    { port: await freePort(), operatorPort: await freePort() },
  ] as const;
  const kept = started.use(await start(ports[0]));
  let other = await start(ports[1]);
  started.defer(() => other[Symbol.asyncDispose]());
  const backends = ports.map((own) => ({
    url: `http://127.0.0.1:${own.port}`,
    operatorUrl: `http://127.0.0.1:${own.operatorPort}`,
  }));
  const haproxy = started.use(await startHaproxy(port, backends, checks));
  const ups = () => haproxy.output().split("Server instances/instance-1 is UP").length;
  const running = started.move();
  return {
    url,
    kept,
    logs: () => [kept.child.output(), other.child.output()],
    async restartOther() {
      const before = ups();
      await other.child.stop();
      other = await start(ports[1]);
      await waitUntil("HAProxy sends calls to the other instance again", ups, { isDone: (now) => now > before });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
