import assert from "node:assert/strict";
import { test } from "node:test";
import { createSingleFlight } from "./single-flight.ts";

test("callers that arrive while work is under way share its result; the next one starts anew", async () => {
  const flights = createSingleFlight<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    return runs;
  };
  assert.deepEqual(
    await Promise.all([flights.run("a", work), flights.run("a", work), flights.run("b", work)]),
    [1, 1, 2],
  );
  assert.equal(flights.isRunning("a"), false);
  assert.equal(await flights.run("a", work), 3);
});

test("a failure is shared too, and not remembered", async () => {
  const flights = createSingleFlight<string>();
  const both = [flights.run("a", () => Promise.reject(new Error("down"))), flights.run("a", async () => "up")];
  assert.equal(flights.isRunning("a"), true);
  for (const result of await Promise.allSettled(both)) assert.equal(result.status, "rejected");
  assert.equal(await flights.run("a", async () => "up"), "up");
});
