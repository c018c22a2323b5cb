import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@assay/testing/services/free-port";
import { startChild } from "@assay/testing/services/start-child";
import { stringify } from "yaml";

/** The rules that operators load. */
export const rulesFile = join(import.meta.dirname, "../../deploy/prometheus/assay-rules.yaml");

/** Why tests with Prometheus cannot run here, if they cannot. */
export const withoutPrometheus: string | false =
  spawnSync("promtool", ["--version"]).status === 0 ? false : "Prometheus is not installed";

/** A Prometheus that scrapes one instance. */
export interface Prometheus extends AsyncDisposable {
  /** The values of an expression now, without those that are not a number. */
  query(expression: string): Promise<readonly number[]>;
  /** The names of the alerts that fire. */
  firing(): Promise<readonly string[]>;
}

/**
 * Starts one on a free port of this machine, with every duration of the rules divided by `faster`. The expressions are
 * otherwise those of the file.
 */
export async function startPrometheus({
  operatorUrl,
  faster,
}: {
  readonly operatorUrl: string;
  readonly faster: number;
}): Promise<Prometheus> {
  await using started = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "assay-prometheus-"));
  started.defer(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "rules.yaml"), shorten(readFileSync(rulesFile, "utf8"), faster));
  const job = { job_name: "assay", static_configs: [{ targets: [new URL(operatorUrl).host] }] };
  const config = { global: { scrape_interval: "500ms", scrape_timeout: "500ms" }, rule_files: ["rules.yaml"] };
  writeFileSync(join(folder, "prometheus.yml"), stringify({ ...config, scrape_configs: [job] }));
  const address = `127.0.0.1:${await freePort()}`;
  // It writes to standard error, and the shell becomes Prometheus.
  const args = ["--config.file=prometheus.yml", "--storage.tsdb.path=data", `--web.listen-address=${address}`];
  started.use(
    await startChild({
      program: "/bin/sh",
      args: ["-c", 'exec prometheus "$@" 2>&1', "sh", ...args],
      cwd: folder,
      isReady: (line) => line.includes("Server is ready to receive web requests"),
    }),
  );
  const running = started.move();
  const ask = async (expression: string): Promise<readonly Sample[]> => {
    const response = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const { data, error } = (await response.json()) as { data?: { result: readonly Sample[] }; error?: string };
    if (!data) throw new Error(`Prometheus refuses ${expression}: ${error}`);
    return data.result;
  };
  return {
    async query(expression) {
      const values = (await ask(expression)).map(({ value: [, text] }) => Number(text));
      return values.filter((value) => !Number.isNaN(value));
    },
    async firing() {
      return (await ask('ALERTS{alertstate="firing"}')).map(({ metric }) => metric.alertname ?? "");
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface Sample {
  readonly metric: { readonly [label: string]: string };
  readonly value: readonly [number, string];
}

const msIn: { readonly [unit: string]: number } = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Divides every range, `for` and `interval`. */
function shorten(text: string, by: number): string {
  return text.replace(/(\[|for: |interval: )(\d+)([smhd])\b/g, (_, before: string, count: string, unit: string) => {
    return `${before}${(Number(count) * (msIn[unit] ?? 0)) / by}ms`;
  });
}
