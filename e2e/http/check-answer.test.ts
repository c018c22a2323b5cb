import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkAnswer } from "./check-answer.ts";
import { aCandidate, anEnvelope, type Called, type Service, startService } from "./service.ts";

let service: Service;
let called: Called;
before(async () => {
  service = await startService();
  const body = anEnvelope({ candidate: aCandidate({ colour: "red" }) });
  called = await service.call("validateProposal", { body });
});
after(() => service[Symbol.asyncDispose]());

const check = (changed: Partial<Called>) => checkAnswer("validateProposal", { ...called, ...changed }, service.url);
const withBody = (body: object) => ({ body: JSON.stringify(body) });

test("control: a status that is not declared is noticed", () => {
  assert.throws(() => check({ status: 418 }), /does not declare 418/);
});

test("control: a member that is not declared is noticed, at any depth", () => {
  const { json } = called;
  check(withBody(json));
  assert.throws(() => check(withBody({ ...json, extra: 1 })), /additional properties/);
  assert.throws(() => check(withBody({ ...json, evidence: { ...json.evidence, extra: 1 } })), /additional properties/);
  const [first] = json.diagnostics;
  for (const changed of [
    { ...first, extra: 1 },
    { ...first, rule: { ...first.rule, extra: 1 } },
  ]) {
    assert.throws(() => check(withBody({ ...json, diagnostics: [changed] })), /additional properties/);
  }
});

test("control: a missing request id and another content type are noticed", () => {
  assert.throws(() => check({ headers: { ...called.headers, "x-request-id": undefined } }));
  assert.throws(() => check({ headers: { ...called.headers, "content-type": "text/plain" } }));
});
