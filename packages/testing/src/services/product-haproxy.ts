import { execFileSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./find-free-port.ts";
import { startChild } from "./start-child.ts";

const file = join(import.meta.dirname, "../../../../deploy/haproxy.cfg");

export interface ProductHaproxyOptions {
  readonly port: number;
  readonly instances: readonly { readonly url: string; readonly operatorUrl: string }[];
  /** The networks of the identity service's proxies, separated by spaces, as in `ASSAY_PROXY_NETWORKS`. */
  readonly proxyNetworks?: string;
  /** The address of its metrics. Default: a free port. */
  readonly metrics?: string;
  /** A file with a certificate and its key. Default: a new certificate for two days. */
  readonly certificate?: string;
  /** Edits the file, as its comments tell users to. */
  readonly edit?: (config: string) => string;
}

/** Starts HAProxy with deploy/haproxy.cfg, as users do. It identifies a client by the address that it connects from. */
export async function startProductHaproxy(options: ProductHaproxyOptions) {
  const { port, instances, proxyNetworks, edit } = options;
  await using started = new AsyncDisposableStack();
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), "assay-haproxy-"))).path;
  const certificate = options.certificate ?? createCertificate(folder);
  const edited = join(folder, "haproxy.cfg");
  if (edit) writeFileSync(edited, edit(readFileSync(file, "utf8")));
  const metrics = options.metrics ?? `127.0.0.1:${await findFreePort()}`;
  const plain = `127.0.0.1:${await findFreePort()}`;
  const { pid, output } = started.use(
    await startChild({
      program: "haproxy",
      args: ["-db", "-f", edit ? edited : file],
      env: {
        PATH: process.env.PATH,
        PROXY_BIND: `127.0.0.1:${port}`,
        PROXY_CERTIFICATE: certificate,
        PROXY_METRICS: metrics,
        PROXY_PLAIN_BIND: plain,
        ASSAY_PUBLIC_URL: `https://127.0.0.1:${port}`,
        ...(proxyNetworks !== undefined && { ASSAY_PROXY_NETWORKS: proxyNetworks }),
        ...Object.fromEntries(
          instances.flatMap(({ url, operatorUrl }, index) => [
            [`INSTANCE_${index + 1}`, new URL(url).host],
            [`INSTANCE_${index + 1}_READY`, new URL(operatorUrl).host],
          ]),
        ),
      },
      // HAProxy does not report when it is ready, but its first successful health check means that it listens.
      isReady: (line) => line.includes("succeeded"),
    }),
  );
  const running = started.move();
  return {
    pid,
    output,
    plainUrl: `http://${plain}`,
    metricsUrl: `http://${metrics}/metrics`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Creates a certificate for two days in a file with its key, as if it were the given time, such as `3 days ago`. */
export function createCertificate(folder: string, time = "now"): string {
  const [key, certificate, both] = ["key", "certificate", "both"].map((name) => join(folder, `${name}.pem`)) as [
    string,
    string,
    string,
  ];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days", "2"];
  const command = ["openssl", "req", "-x509", ...kind, ...names, "-keyout", key, "-out", certificate];
  const [program = "", ...args] = time === "now" ? command : ["faketime", time, ...command];
  execFileSync(program, args, { stdio: "ignore" });
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  return both;
}
