import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { admitSpecPackage } from "./admit.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const bytes = readFileSync(
  new URL("../../../contract/spec-packages/datamint/generator-option/1.0.0.json", import.meta.url),
);

test("spec packages that arrive together are tried one after another, and all are admitted", async () => {
  let alive = 0;
  let atOnce = 0;
  const counted = (message: unknown) => {
    alive += 1;
    atOnce = Math.max(atOnce, alive);
    (message as { worker: Worker }).worker.once("exit", () => {
      alive -= 1;
    });
  };
  subscribe("worker_threads", counted);
  try {
    const admitted = await Promise.all(Array.from({ length: 4 }, () => admitSpecPackage(bytes, domain)));
    assert.deepEqual(
      admitted.map(({ kind }) => kind),
      ["ok", "ok", "ok", "ok"],
    );
    assert.equal(atOnce, 1);
  } finally {
    unsubscribe("worker_threads", counted);
  }
});
