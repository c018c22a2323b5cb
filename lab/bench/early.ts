// Measures whether clients read a 503 that is written as soon as they connect, before their request is read, and what
// it costs; README.md says what each figure means.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "@assay/sandbox";
import { freePort } from "@assay/testing/services/free-port";
import { usual } from "./candidates.ts";
import { median } from "./measure.ts";
import { runOpenLoad } from "./open-load.ts";

const plan = { rounds: 3, callsPerSecond: 500, milliseconds: 4_000 };
const body = JSON.stringify({ targetProduct: "datamint", domainId: "generator-option", candidate: usual() });
const kinds = ["request", "connection"] as const;
const ways = ["direct", "behind HAProxy", "behind nginx"] as const;

const folder = await mkdtemp(join(tmpdir(), "assay-early-"));
await using started = new AsyncDisposableStack();
started.defer(() => rm(folder, { recursive: true }));

const [only = ""] = process.argv.slice(3);
for (const way of ways.filter((one) => one.includes(only))) {
  const costs = new Map<string, number[]>();
  for (const kind of kinds) {
    const server = started.use(
      await startChild({
        args: ["--conditions=assay-source", join(import.meta.dirname, "early-server.ts"), kind],
        isReady: (line) => line.startsWith("listening "),
      }),
    );
    const [, direct = "", meterUrl = ""] = server.readyLine.split(" ");
    const url = way === "direct" ? direct : await startProxy(way, kind, direct);
    const processorUs = async () => Number(await (await fetch(meterUrl)).text());
    const read: number[] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      const before = await processorUs();
      const load = await runOpenLoad({ ...plan, url: `${url}/api/validate`, body, isFresh: true });
      read.push(load.refused / load.sent);
      costs.set(kind, [...(costs.get(kind) ?? []), ((await processorUs()) - before) / load.sent]);
    }
    const at = kind === "request" ? "once the head is read" : "at the connection";
    const spread = `${median(read).toFixed(3)} [${Math.min(...read).toFixed(3)}, ${Math.max(...read).toFixed(3)}]`;
    console.log(`figure: refused clients that read their 503, ${at}, ${way} = ${spread} (bar 0.95)`);
  }
  const [request = [], connection = []] = kinds.map((kind) => costs.get(kind));
  const ratio = median(connection.map((us, round) => us / (request[round] ?? Number.NaN)));
  console.log(
    `figure: processor time of a refusal at the connection, x once the head is read, ${way} = ${ratio.toFixed(2)} (bar printed only)`,
  );
}

async function startProxy(way: "behind HAProxy" | "behind nginx", kind: string, direct: string): Promise<string> {
  const port = await freePort();
  const file = join(folder, `${kind}-${port}.conf`);
  const isNginx = way === "behind nginx";
  await writeFile(file, (isNginx ? nginx : haproxy)(port, new URL(direct).host));
  // nginx tells that it listens where errors go.
  const command = isNginx ? `exec nginx -p ${folder} -e stderr -c ${file} 2>&1` : `exec haproxy -db -f ${file}`;
  const isReady = (line: string) => line.includes(isNginx ? "start worker process" : "succeeded");
  started.use(await startChild({ program: "sh", args: ["-c", command], isReady, readyTimeoutMs: 60_000 }));
  return `http://127.0.0.1:${port}`;
}

function haproxy(port: number, backend: string): string {
  return `
global
  nbthread 1
  maxconn 6000
  log stdout format raw local0
defaults
  mode http
  log global
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend assay
  http-request set-log-level silent
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  option log-health-checks
  server one ${backend} check inter 1s
`;
}

function nginx(port: number, backend: string): string {
  return `
daemon off;
error_log stderr notice;
pid ${join(folder, `${port}.pid`)};
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://${backend}; proxy_http_version 1.1; proxy_next_upstream off; }
  }
}
`;
}
