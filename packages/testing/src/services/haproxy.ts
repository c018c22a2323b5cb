import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "./start-child.ts";

/** A running HAProxy in front of instances. */
export interface Haproxy extends AsyncDisposable {
  readonly pid: number;
  /** Its log so far, with the health of `instance-0`, `instance-1` and so on. */
  output(): string;
}

/** How HAProxy checks whether instances are ready. */
export interface HealthChecks {
  /** Options of the `server` directive. */
  readonly options: string;
  /** How long a check may take. Default: the interval between two checks. */
  readonly timeout?: string;
}

/** For tests that are not about health: HAProxy must not drop an instance because the machine is busy. */
const patientChecks: HealthChecks = { options: "inter 1s fall 10", timeout: "60s" };

/** The URLs of an instance for calls and for health checks. */
interface Backend {
  readonly url: string;
  readonly operatorUrl: string;
}

/** Starts HAProxy on a local port. It distributes calls to the instances in turn. */
export async function startHaproxy(
  port: number,
  backends: readonly Backend[],
  checks: HealthChecks = patientChecks,
): Promise<Haproxy> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "assay-haproxy-"));
  started.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, formatConfig(port, backends, checks));
  const { pid, output } = started.use(
    await startChild({
      program: "haproxy",
      args: ["-db", "-f", file],
      // HAProxy does not report when it is ready, but its first successful health check means that it listens.
      isReady: (line) => line.includes("succeeded"),
    }),
  );
  const running = started.move();
  return { pid, output, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

// `forwardfor` adds the address of the connecting host after the addresses that the caller claims.
function formatConfig(port: number, backends: readonly Backend[], { options, timeout }: HealthChecks): string {
  const servers = backends.map(({ url, operatorUrl }, index) => {
    return `  server instance-${index} ${new URL(url).host} check port ${new URL(operatorUrl).port} ${options}`;
  });
  return `
global
  nbthread 1
  maxconn 6000
  log stdout format raw local0

defaults
  mode http
  log global
  timeout connect 120s
  timeout client 120s
  timeout server 120s
${timeout === undefined ? "" : `  timeout check ${timeout}\n`}  option forwardfor

frontend assay
  bind 127.0.0.1:${port}
  http-request set-log-level silent
  default_backend instances

backend instances
  balance roundrobin
  option httpchk GET /readyz
  option log-health-checks
${servers.join("\n")}
`;
}
