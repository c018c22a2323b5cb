import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startChild } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import type { Day } from "./day-child.ts";

test("on a day when a product fails at random, every answer is documented and nothing is left behind", async () => {
  const script = fileURLToPath(new URL("./day-child.ts", import.meta.url));
  const refreshSeconds = scaled({ ci: 600, full: 30 });
  await using child = await startChild({
    args: ["--conditions=assay-source", "--expose-gc", script, String(seed), String(refreshSeconds)],
    isReady: (line) => line.startsWith("done "),
    readyTimeoutMs: 1_200_000,
  });
  const day = JSON.parse(child.readyLine.slice("done ".length)) as Day;
  const { answers, statuses, faults, refreshes, heapBytes, resources } = day;
  figure("answers in a day of faults", JSON.stringify(answers), "200 and documented 503 only");
  figure("states of the domains meanwhile", JSON.stringify(statuses), "none");
  figure("faults and refreshes of the day", `${faults} and ${refreshes}`, "none");
  const [early, late] = heapBytes;
  const grown = (late - early) / 2 ** 20;
  figure("memory growth from the sixth to the last hour, MiB", Math.round(10 * grown) / 10, 8);
  figure("resources before, meanwhile and after", JSON.stringify(resources), "none left");
  assert.ok((answers["200"] ?? 0) > 0);
  assert.ok(Object.keys(answers).length > 1, "no fault had an effect");
  assert.ok(grown < 16, `${grown} MiB`);
  for (const [kind, count] of Object.entries(resources.after)) {
    assert.ok(count <= (resources.before[kind] ?? 0), `${kind} is left: ${JSON.stringify(resources)}`);
  }
  assert.deepEqual(await child.exited, { code: 0, signal: null });
});
