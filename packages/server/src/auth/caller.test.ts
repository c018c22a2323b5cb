import assert from "node:assert/strict";
import { test } from "node:test";
import { type Caller, loggedCaller } from "./caller.ts";

test("the log names who calls, and nothing else that a caller presented", () => {
  const agent: Caller = {
    kind: "agent",
    id: "agt_7Qm2",
    issuer: "https://id.example",
    host: "hst_91xK",
    subject: "usr_ada",
    mode: "delegated",
    grant: "grt_5tF0",
    capability: "assay.validateProposal",
  };
  assert.deepEqual(loggedCaller(undefined), {});
  assert.deepEqual(loggedCaller({ kind: "anonymous" }), {});
  assert.deepEqual(loggedCaller({ kind: "key", id: "ada" }), { caller: "key", callerId: "ada" });
  assert.deepEqual(loggedCaller(agent), { caller: "agent", callerId: "agt_7Qm2", issuer: "https://id.example" });
});
