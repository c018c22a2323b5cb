import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import type { HealthChecks } from "@assay/testing/services/haproxy";
import { restartOneByOne } from "@assay/testing/services/restart-one-by-one";
import { type Child, startChild } from "@assay/testing/services/start-child";

const main = join(import.meta.dirname, "../../packages/server/src/main.ts");
// These checks notice a stopping instance in 0.6 seconds instead of 6. A slow machine can need the whole drain time.
const quickChecks: HealthChecks = { options: "inter 200ms", timeout: "60s" };

test("instances behind HAProxy can be restarted one by one without a failed call", async () => {
  const { calls, failed } = await restartOneByOne({
    starts: [start, start],
    ...pickForScale({
      ci: { instances: 2, calls: 1_000, checks: quickChecks, drainSeconds: "15" },
      // With HAProxy's default checks and Assay's default drain time.
      full: { instances: 4, calls: 10_000, checks: { options: "" } },
    }),
  });
  printFigure(`failed calls during a rolling restart behind HAProxy, of ${calls}`, failed.length, 0);
  assert.deepEqual(failed, []);
});

function start(settings: NodeJS.ProcessEnv): Promise<Child> {
  return startChild({
    args: ["--conditions=assay-source", main],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    isReady: (line) => line.includes('"event":"ready"'),
  });
}
