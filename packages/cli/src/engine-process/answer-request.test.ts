import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, limits } from "@assay/contract";
import { cel } from "@assay/engine/cel";
import { idn } from "@assay/engine/idn";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { propertyRuns } from "@assay/testing/scale";
import {
  assert as assertProperty,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  string,
  uint8Array,
} from "fast-check";
import { createAnswerLine, type EngineAnswer, writeAnswer } from "./answer-request.ts";
import type { ErrorBody } from "./protocol-error.ts";

const answerLine = createAnswerLine({ cel, idn }, (reason) => {
  throw reason;
});
const specPackage = new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"));
const registry = JSON.stringify(registryFile());
const candidate = JSON.stringify(candidateFile("loyalty-card"));
const rules = { specPackage, registry };

test("a product compiles its rules, and checks, builds and verifies with them", () => {
  const { digest } = resultOf({ operation: "compile", specPackage });
  assert.match(digest, /^sha256:[0-9a-f]{64}$/);
  const { verdict } = resultOf({ operation: "validate", ...rules, candidate });
  assert.equal(verdict.valid, true);
  const built = resultOf({ operation: "build", ...rules, candidate });
  assert.deepEqual(built.verdict, verdict);
  assert.equal(built.proposalPackage.specPackage.digest, digest);
  assert.equal(built.idempotencyKey, `assay-${built.proposalPackage.digest.slice("sha256:".length)}`);
  const verify = (value: object) =>
    resultOf({ operation: "verify", ...rules, proposalPackage: JSON.stringify(value) }) as { [name: string]: unknown };
  const verified = verify(built.proposalPackage);
  assert.equal(verified.kind, "ok");
  assert.equal(verified.ownerReview, built.ownerReview);
  assert.equal(verify({ ...built.proposalPackage, digest: `sha256:${"0".repeat(64)}` }).kind, "digest-differs");
  assert.equal(verify({}).kind, "not-a-package");
});

test("an answer has the id of its request, or null if that cannot be repeated", () => {
  for (const id of ["", "a".repeat(128), 0, -7]) assert.equal(ask({ id }).id, id);
  for (const id of [undefined, null, true, 0.5, "a".repeat(129)]) {
    const answer = ask({ ...(id !== undefined && { id }), operation: "compile", specPackage });
    assert.equal(answer.id, null);
    assert.equal(errorOf(answer).member, "id");
  }
});

test("the registry of one product is not taken for another's, although it was just used", () => {
  assert.equal(resultOf({ operation: "validate", ...rules, candidate }).verdict.valid, true);
  const other = new TextDecoder().decode(specFile("canvas/chart-type/1.0.0"));
  const answer = ask({ id: 1, operation: "validate", ...rules, specPackage: other, candidate });
  assert.equal(errorOf(answer).code, "registry-broken");
});

test("each error says which member is meant", () => {
  const cases: readonly (readonly [request: object, code: string, member?: string])[] = [
    [{ operation: "compil" }, "invalid-request", "operation"],
    [{ operation: "compile" }, "invalid-request", "specPackage"],
    [{ operation: "compile", specPackage: 1 }, "invalid-request", "specPackage"],
    [{ operation: "compile", specPackage, candidate }, "invalid-request"],
    [{ operation: "validate", ...rules, candidate, fixes: "all" }, "invalid-request", "fixes"],
    [{ operation: "validate", ...rules, candidate, upcoming: 1 }, "invalid-request", "upcoming"],
    [{ operation: "validate", ...rules, candidate: "{" }, "malformed-json", "candidate"],
    [{ operation: "validate", ...rules, candidate: '{"a":1,"a":2}' }, "ambiguous-json", "candidate"],
    [{ operation: "validate", ...rules, candidate: "[".repeat(33) + "]".repeat(33) }, "json-too-deep", "candidate"],
    [
      { operation: "validate", ...rules, candidate: " ".repeat(limits.bodyBytes + 1) },
      "document-too-large",
      "candidate",
    ],
    [{ operation: "validate", ...rules, specPackage: "{}", candidate }, "spec-package-broken", "specPackage"],
    [{ operation: "validate", ...rules, next: "{}", candidate }, "spec-package-broken", "next"],
    [{ operation: "validate", ...rules, registry: "{}", candidate }, "registry-broken", "registry"],
    [{ operation: "validate", ...rules, registry: "{", candidate }, "malformed-json", "registry"],
    [
      { operation: "validate", ...rules, registry: registry.replace("datamint", "other"), candidate },
      "registry-broken",
      "registry",
    ],
    [{ operation: "verify", ...rules, proposalPackage: "" }, "malformed-json", "proposalPackage"],
  ];
  for (const [request, code, member] of cases) {
    const answer = ask({ id: 1, ...request });
    assert.equal(answer.id, 1);
    const error = errorOf(answer);
    assert.deepEqual([error.code, error.member], [code, member], error.message);
  }
});

test("the rules of another domain are not announced as the next ones", () => {
  const next = specPackage.replace('"generator-option"', '"other-option"');
  assert.equal(errorOf(ask({ id: 1, operation: "validate", ...rules, next, candidate })).member, "next");
});

test("no line makes the engine fail, and each gets one line", () => {
  const names = constantFrom(
    "id",
    "operation",
    "specPackage",
    "registry",
    "candidate",
    "proposalPackage",
    "fixes",
    "__proto__",
  );
  const text = oneof(
    string(),
    constantFrom(specPackage, registry, candidate),
    jsonValue().map((value) => JSON.stringify(value)),
  );
  const operation = constantFrom("compile", "validate", "build", "verify");
  const members = oneof(text, operation, jsonValue());
  const request = dictionary(names, members).map((line) =>
    JSON.stringify({ id: 1, operation: "build", ...rules, ...line }),
  );
  const line = oneof(
    uint8Array().map((bytes) => bytes),
    request.map((json) => new TextEncoder().encode(json)),
  );
  const answers = property(line, (bytes) => {
    const written = writeAnswer(answerLine(bytes));
    assert.match(written, /^[^\n\r\u2028\u2029]+\n$/);
    const answer = JSON.parse(written);
    assert.equal("result" in answer, !("error" in answer));
  });
  assertProperty(answers, propertyRuns());
});

function ask(request: object): EngineAnswer {
  return answerLine(new TextEncoder().encode(JSON.stringify(request)));
}

// Only what a test reads has to be there.
function resultOf(request: object): {
  readonly digest: string;
  readonly verdict: { readonly valid: boolean };
  readonly proposalPackage: { readonly digest: string; readonly specPackage: { readonly [name: string]: Json } };
  readonly idempotencyKey: string;
  readonly ownerReview: string;
} {
  const answer = ask({ id: 1, ...request });
  assert.ok("result" in answer, JSON.stringify(answer));
  return answer.result as never;
}

function errorOf(answer: EngineAnswer): ErrorBody {
  assert.ok("error" in answer, JSON.stringify(answer));
  return answer.error;
}
