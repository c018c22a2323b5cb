import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { startRedis } from "@assay/testing/services/redis-server";
import { type RestartAnswer, restartOneByOne } from "@assay/testing/services/restart-one-by-one";
import { type Child, startChild } from "@assay/testing/services/start-child";

/** The commit of the release before, from which operators upgrade. */
const releaseBefore = "d20d79d3a3b6a8f8f99bdba21f3064635688f026";
const limit = { calls: 20, windowMs: 60_000 };
const root = join(import.meta.dirname, "../..");

// In the order of docs/guides/run-one-instance.md: a folder for each version, the settings checked with the other one,
// and then one instance after another, with HAProxy's own checks and Assay's own time to drain.
test("two instances behind HAProxy are upgraded and rolled back without a failed call, and every count is kept", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-release-before-"));
  installBefore(folder.path);
  await using redis = await startRedis();
  const settings = {
    ASSAY_STORE_URL: redis.url,
    ASSAY_STORE_SECRET: randomBytes(32).toString("base64url"),
    ASSAY_INSTANCES: "2",
  };
  const before: Version = { folder: folder.path, check: "--check-config" };
  const now: Version = { folder: root, check: "--check" };
  const logs: (() => string)[] = [];
  const startFrom = (version: Version) => async (env: NodeJS.ProcessEnv) => {
    const child = await startService(version, env);
    logs.push(child.output);
    return child;
  };
  const { calls, failed, answers } = await restartOneByOne({
    instances: 2,
    calls: 5_000,
    checks: { options: "" },
    settings,
    starts: [startFrom(before), startFrom(now), startFrom(before)],
  });
  const { compared, wrong } = compareCounts(
    answers,
    logs.flatMap((log) => findSpansAlone(log())),
  );
  figure(`upgrade and roll back behind HAProxy: failed of ${calls} calls`, failed.length, 0);
  figure(`upgrade and roll back: answers of ${compared} with a wrong count`, wrong.length, 0);
  assert.deepEqual(failed, []);
  assert.notEqual(compared, 0);
  assert.deepEqual(wrong, []);
});

interface Version {
  readonly folder: string;
  /** The option that checks the settings and ends. */
  readonly check: string;
}

/** Gets the sources of the release before, and installs what its service needs. */
function installBefore(folder: string): void {
  const archive = execFileSync("git", ["archive", releaseBefore], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  execFileSync("npm", ["ci", "--omit=dev"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

function startService({ folder, check }: Version, settings: NodeJS.ProcessEnv): Promise<Child> {
  const args = ["--conditions=assay-source", join(folder, "packages/server/src/main.ts")];
  const env = { PATH: process.env.PATH, ...settings };
  execFileSync(process.execPath, [...args, check], { env, stdio: ["ignore", "ignore", "inherit"] });
  return startChild({ args, env, isReady: (line) => line.includes('"event":"ready"') });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** When an instance counted alone, because a busy machine kept it from hearing its store in time. */
function findSpansAlone(log: string): readonly Span[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  const events = lines.map((line) => JSON.parse(line) as { readonly event: string; readonly time: string });
  return events.flatMap(({ event, time }, index) => {
    if (event !== "limit-degraded") return [];
    const restored = events.slice(index).find((later) => later.event === "limit-restored") ?? events.at(-1);
    // A call that it counted alone was on its way before, and is answered a moment later.
    return { from: Date.parse(time) - 100, to: Date.parse(restored?.time ?? time) + 100 };
  });
}

/** Holds what each answer says is left against the calls that its client has made within a minute. */
function compareCounts(answers: readonly RestartAnswer[], alone: readonly Span[]) {
  const overlapsSpan = ({ sentAt, answeredAt }: RestartAnswer) =>
    alone.some(({ from, to }) => performance.timeOrigin + answeredAt >= from && performance.timeOrigin + sentAt <= to);
  const clients = [...Map.groupBy(answers, ({ client }) => client).values()].filter((own) => !own.some(overlapsSpan));
  const wrong = clients.flatMap((own) =>
    own.flatMap(({ client, sentAt, answeredAt, remaining }, index) => {
      const earlier = own.slice(0, index);
      const maxRemaining = limit.calls - 1 - earlier.filter((one) => one.sentAt > answeredAt - limit.windowMs).length;
      const minRemaining = limit.calls - 1 - earlier.filter((one) => one.answeredAt > sentAt - limit.windowMs).length;
      return remaining >= minRemaining && remaining <= maxRemaining
        ? []
        : `${client}: ${remaining} left, not ${minRemaining} to ${maxRemaining}`;
    }),
  );
  return { compared: clients.flat().length, wrong };
}
