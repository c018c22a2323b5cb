import assert from "node:assert/strict";
import test from "node:test";
import { waitUntil } from "./wait-until.ts";

test("waiting ends with the first answer that is the awaited one", async () => {
  const answers = ["", "almost", "there", "too far"];
  const isDone = (answer: string | undefined) => answer === "there";
  assert.equal(await waitUntil("it is there", () => answers.shift(), { isDone, pauseMs: 0 }), "there");
  assert.deepEqual(answers, ["too far"]);
});

test("a timeout says what was awaited and what was seen last", async () => {
  const ask = async () => ({ status: "degraded" });
  const isDone = () => false;
  const waited = waitUntil("the domain is ready", ask, { isDone, timeoutMs: 0 });
  await assert.rejects(waited, /until the domain is ready\. Last seen:\n\{ status: 'degraded' \}$/);
});
