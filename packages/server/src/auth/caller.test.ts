import assert from "node:assert/strict";
import { test } from "node:test";
import { agent } from "@assay/testing/services/proxy-calls";
import { loggedCaller } from "./caller.ts";

test("the log names who calls, and nothing else that a caller presented", () => {
  assert.deepEqual(loggedCaller(undefined), {});
  assert.deepEqual(loggedCaller({ kind: "anonymous" }), {});
  assert.deepEqual(loggedCaller({ kind: "key", id: "ada" }), { caller: "key", callerId: "ada" });
  assert.deepEqual(loggedCaller(agent), { caller: "agent", callerId: "agt_7Qm2", issuer: "https://id.example" });
});
