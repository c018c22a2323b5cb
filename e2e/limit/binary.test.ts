import assert from "node:assert/strict";
import { test } from "node:test";
import { callAt } from "../http/service.ts";
import { startBinary } from "../start-binary.ts";

test("the binary allows twenty calls in any sixty seconds", async () => {
  await using binary = await startBinary({});
  const answers = [];
  for (let call = 0; call < 25; call += 1) {
    answers.push(await callAt(binary.url, "listDomains", {}, binary.publicUrl));
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(20).fill(200), ...Array(5).fill(429)],
  );
  for (const { headers } of answers) assert.equal(headers["ratelimit-policy"], '"calls";q=20;w=60');
});
