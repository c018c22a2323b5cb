import assert from "node:assert/strict";
import { test } from "node:test";
import { compareTraces, findTraces } from "../scripts/unit-tests/leave-nothing-behind.ts";
import { unitTestFiles } from "../scripts/unit-tests/load-tests.ts";

const changes: { readonly [left: string]: () => () => void } = {
  "a timer": () => {
    const timer = setTimeout(() => {}, 60_000);
    return () => clearTimeout(timer);
  },
  "a listener for SIGUSR2": () => {
    const listener = () => {};
    process.on("SIGUSR2", listener);
    return () => process.off("SIGUSR2", listener);
  },
  "process.env.ASSAY_LEFT_BEHIND": () => {
    process.env.ASSAY_LEFT_BEHIND = "yes";
    return () => delete process.env.ASSAY_LEFT_BEHIND;
  },
  "globalThis.leftBehind": () => {
    Object.assign(globalThis, { leftBehind: true });
    return () => Reflect.deleteProperty(globalThis, "leftBehind");
  },
  "Date.now": () => {
    const { now } = Date;
    Date.now = () => 0;
    return () => {
      Date.now = now;
    };
  },
  "String.prototype.trim": () => {
    const { trim } = String.prototype;
    String.prototype.trim = () => "";
    return () => {
      String.prototype.trim = trim;
    };
  },
};

for (const [left, change] of Object.entries(changes)) {
  test(`a unit test that leaves ${left} behind is red, and one that undoes it is not`, () => {
    const before = findTraces();
    const undo = change();
    const during = findTraces();
    undo();
    assert.ok(compareTraces(before, during).includes(left), compareTraces(before, during).join());
    assert.deepEqual(compareTraces(before, findTraces()), []);
  });
}

test("every unit test is run by one of the two processes, and no deep test is", () => {
  const files = unitTestFiles();
  assert.ok(files.includes("tests/unit-tests.test.ts"));
  assert.deepEqual(
    files.filter((file) => file.endsWith(".deep.test.ts")),
    [],
  );
});
