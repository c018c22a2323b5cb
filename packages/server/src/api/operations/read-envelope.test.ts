import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import fc from "fast-check";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { findDomain, readEnvelope } from "./read-envelope.ts";

const enough = { targetProduct: "datamint", domainId: "generator-option", candidate: {} };
const domain = { targetProduct: "datamint", domainId: "generator-option" } as Domain;

function expectProblem(outcome: unknown): Problem {
  assert.ok(outcome instanceof Problem, "nothing was refused");
  return outcome;
}

test("whatever the candidate holds, the envelope around it is read", () => {
  const anything = fc.jsonValue().map((candidate) => ({ ...enough, candidate }) as unknown as Json);
  fc.assert(fc.property(anything, (body) => assert.equal(readEnvelope(body), body)));
});

test("all faults of an envelope come at once, each with its place", () => {
  const problem = expectProblem(readEnvelope({ targetProdct: "x", options: {} }));
  assert.equal(problem.code, "invalid-envelope");
  assert.deepEqual(
    problem.extras.errors?.map(({ path }) => path),
    ["", "/targetProduct", "/domainId", "/candidate"],
  );
});

test("a body that is not an object is not an envelope", () => {
  for (const body of [null, [], "text", 7, true])
    assert.equal(expectProblem(readEnvelope(body)).code, "invalid-envelope");
  assert.match(expectProblem(readEnvelope([])).detail, /must be an object, not an array\.$/);
});

test("a member name from outside is quoted, cut and made visible", () => {
  const { extras } = expectProblem(readEnvelope({ ...enough, [`\u202e${"x".repeat(500)}`]: 1 }));
  const [fault] = extras.errors ?? [];
  assert.match(fault?.message ?? "", /^Unknown property "\\u\{202e\}x{63}…"/);
});

test("a domain is found by both of its names, and a slip is answered with the one that was meant", () => {
  assert.equal(findDomain([domain], enough), domain);
  const problem = expectProblem(findDomain([domain], { targetProduct: "Datamint", domainId: "generator_option" }));
  assert.equal(problem.code, "unknown-domain");
  assert.deepEqual(problem.extras.didYouMean, { targetProduct: "datamint", domainId: "generator-option" });
  const stranger = expectProblem(findDomain([domain], { targetProduct: "x", domainId: "y" }));
  assert.equal(stranger.extras.didYouMean, undefined);
  assert.equal(stranger.extras.supported?.length, 1);
});

test("of a thousand domains, a mistyped one is answered with the fifty nearest, and with how to see others", () => {
  const domains = Array.from({ length: 1_000 }, (_, index) => {
    return { targetProduct: `product-${Math.floor(index / 100)}`, domainId: `domain-${index}` } as Domain;
  });
  const problem = expectProblem(findDomain(domains, { targetProduct: "product-7", domainId: "Domain_742" }));
  const { supported = [], didYouMean } = problem.extras;
  assert.deepEqual([supported.length, didYouMean?.domainId], [50, "domain-742"]);
  assert.deepEqual(supported[0], didYouMean);
  assert.ok(supported.every(({ targetProduct }) => targetProduct === "product-7"));
  assert.match(
    problem.detail,
    / 50 of 1,000 domains; listDomains \(over HTTP, GET \/api\/domains\) lists the others\.$/,
  );
  assert.ok(problem.detail.length < 2_000, `${problem.detail.length} characters`);
});
