import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { measureMs } from "@assay/testing/measure-ms";
import fc from "fast-check";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { findDomain, readEnvelope } from "./read-envelope.ts";

const envelope = { targetProduct: "datamint", domainId: "generator-option", candidate: {} };
const domain = { targetProduct: "datamint", domainId: "generator-option" } as Domain;

function expectProblem(outcome: unknown): Problem {
  assert.ok(outcome instanceof Problem, "expected a problem");
  return outcome;
}

test("accepts any JSON value as the candidate", () => {
  const bodies = fc.jsonValue().map((candidate) => ({ ...envelope, candidate }) as unknown as Json);
  fc.assert(fc.property(bodies, (body) => assert.equal(readEnvelope(body), body)));
});

test("reports all errors in an envelope at once, each with its path", () => {
  const problem = expectProblem(readEnvelope({ targetProdct: "x", options: {} }));
  assert.equal(problem.code, "invalid-envelope");
  assert.deepEqual(
    problem.extras.errors?.map(({ path }) => path),
    ["", "/targetProduct", "/domainId", "/candidate"],
  );
});

test("refuses a body that is not an object", () => {
  for (const body of [null, [], "text", 7, true])
    assert.equal(expectProblem(readEnvelope(body)).code, "invalid-envelope");
  assert.match(expectProblem(readEnvelope([])).detail, /must be an object, not an array\.$/);
});

test("shortens an unknown property name and escapes invisible characters in it", () => {
  const { extras } = expectProblem(readEnvelope({ ...envelope, [`\u202e${"x".repeat(500)}`]: 1 }));
  const [error] = extras.errors ?? [];
  assert.match(error?.message ?? "", /^Unknown property "\\u\{202e\}x{63}…"/);
});

test("finds a domain by product and domain id, and suggests the closest domain if they are misspelled", () => {
  assert.equal(findDomain([domain], envelope), domain);
  const problem = expectProblem(findDomain([domain], { targetProduct: "Datamint", domainId: "generator_option" }));
  assert.equal(problem.code, "unknown-domain");
  assert.deepEqual(problem.extras.didYouMean, { targetProduct: "datamint", domainId: "generator-option" });
  const { extras } = expectProblem(findDomain([domain], { targetProduct: "x", domainId: "y" }));
  assert.equal(extras.didYouMean, undefined);
  assert.equal(extras.supported?.length, 1);
});

test("finding the domain for a long name takes hardly longer with a thousand domains than with one", () => {
  const domains = Array.from(
    { length: 1_000 },
    (_, index) => ({ targetProduct: "p", domainId: `d-${index}` }) as Domain,
  );
  const name = { targetProduct: "-".repeat(60_000), domainId: "d" };
  const measureFind = (count: number) => measureMs(() => findDomain(domains.slice(0, count), name), 5);
  const ratio = measureFind(1_000) / measureFind(1);
  assert.ok(ratio < 100, `${ratio}`);
});

test("lists the fifty closest of many domains for a misspelled name, and explains how to list the others", () => {
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
