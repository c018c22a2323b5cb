import assert from "node:assert/strict";
import { closeSync, openSync } from "node:fs";
import { test } from "node:test";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { waitUntil } from "@assay/testing/wait-until";
import { runBinary } from "../start-binary.ts";

test("a service whose log is on a full disk still answers calls and stops cleanly", async () => {
  const [port, operatorPort] = [await findFreePort(), await findFreePort()];
  const settings = { ASSAY_PORT: String(port), ASSAY_OPERATOR_PORT: String(operatorPort) };
  const fullDisk = openSync("/dev/full", "w");
  await using service = runBinary({ productUrl: "http://127.0.0.1:9", ...settings }, [], fullDisk);
  closeSync(fullDisk);
  const fetchStatus = async (url: string) =>
    await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(({ status }) => status, String);
  // By the second call, the service has failed to log the first.
  for (const call of ["first", "second", "third"]) {
    for (const url of [`http://127.0.0.1:${port}/api/domains`, `http://127.0.0.1:${operatorPort}/livez`]) {
      await waitUntil(`the ${call} call is answered`, () => fetchStatus(url), { isDone: (status) => status === 200 });
    }
  }
  service.kill("SIGTERM");
  assert.deepEqual(await service.exited, { code: 0, signal: null }, service.output());
});
