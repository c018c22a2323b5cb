import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { startRedis } from "@assay/testing/services/redis-server";
import { type RestartAnswer, restartOneByOne } from "@assay/testing/services/restart-one-by-one";
import { type Child, startChild } from "@assay/testing/services/start-child";

/** The commit of the previous release, from which operators upgrade. Before the first: one that counts differently. */
const previousRelease = "520cef3c5298fea59489b0e25490a2e941e12fd9";
const limit = { calls: 20, windowMs: 60_000 };
const root = join(import.meta.dirname, "../..");

// Follows docs/guides/run-one-instance.md: each version has a folder and checks the settings before it starts, and the
// instances are restarted one by one, with HAProxy's default health checks and Assay's default drain time.
test("two instances behind HAProxy can be upgraded and rolled back without a failed call or a lost count", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-previous-release-"));
  installPreviousRelease(folder.path);
  await using redis = await startRedis();
  const settings = {
    ASSAY_STORE_URL: redis.url,
    ASSAY_STORE_SECRET: randomBytes(32).toString("base64url"),
    ASSAY_INSTANCES: "2",
  };
  const logs: (() => string)[] = [];
  const startFrom = (version: string) => async (env: NodeJS.ProcessEnv) => {
    const child = await startService(version, env);
    logs.push(child.output);
    return child;
  };
  const { calls, failed, answers } = await restartOneByOne({
    instances: 2,
    calls: 5_000,
    checks: { options: "" },
    settings,
    starts: [startFrom(folder.path), startFrom(root), startFrom(folder.path)],
  });
  const { compared, incorrect } = compareCounts(
    answers,
    logs.flatMap((log) => findDegradedSpans(log())),
  );
  printFigure(`upgrade and roll back behind HAProxy: failed of ${calls} calls`, failed.length, 0);
  printFigure(`upgrade and roll back: answers of ${compared} with an incorrect count`, incorrect.length, 0);
  assert.deepEqual(failed, []);
  assert.notEqual(compared, 0);
  assert.deepEqual(incorrect, []);
});

/** Extracts the sources of the previous release, and installs the dependencies of its service. */
function installPreviousRelease(folder: string): void {
  const archive = execFileSync("git", ["archive", previousRelease], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  execFileSync("npm", ["ci", "--omit=dev"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

function startService(folder: string, settings: NodeJS.ProcessEnv): Promise<Child> {
  const args = ["--conditions=assay-source", join(folder, "packages/server/src/main.ts")];
  const env = { PATH: process.env.PATH, ...settings };
  execFileSync(process.execPath, [...args, "--check"], { env, stdio: ["ignore", "ignore", "inherit"] });
  return startChild({ args, env, isReady: (line) => line.includes('"event":"ready"') });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Finds the times when an instance counted without its store, which did not answer in time on a busy machine. */
function findDegradedSpans(log: string): readonly Span[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  const events = lines.map((line) => JSON.parse(line) as { readonly event: string; readonly time: string });
  return events.flatMap(({ event, time }, index) => {
    if (event !== "limit-degraded") return [];
    const restored = events.slice(index).find((later) => later.event === "limit-restored") ?? events.at(-1);
    // A call counted during this time can arrive slightly before it, and its answer can leave slightly after it.
    return { from: Date.parse(time) - 100, to: Date.parse(restored?.time ?? time) + 100 };
  });
}

/** Compares the remaining calls in each answer with the calls that its client made in the last minute. */
function compareCounts(answers: readonly RestartAnswer[], degraded: readonly Span[]) {
  const isDegraded = ({ sentAt, answeredAt }: RestartAnswer) =>
    degraded.some(
      ({ from, to }) => performance.timeOrigin + answeredAt >= from && performance.timeOrigin + sentAt <= to,
    );
  const clients = [...Map.groupBy(answers, ({ client }) => client).values()].filter((calls) => !calls.some(isDegraded));
  const incorrect = clients.flatMap((calls) =>
    calls.flatMap(({ client, sentAt, answeredAt, remaining }, index) => {
      const earlier = calls.slice(0, index);
      const maxRemaining = limit.calls - 1 - earlier.filter((call) => call.sentAt > answeredAt - limit.windowMs).length;
      const minRemaining = limit.calls - 1 - earlier.filter((call) => call.answeredAt > sentAt - limit.windowMs).length;
      return remaining >= minRemaining && remaining <= maxRemaining
        ? []
        : `${client}: ${remaining} left, not ${minRemaining} to ${maxRemaining}`;
    }),
  );
  return { compared: clients.flat().length, incorrect };
}
