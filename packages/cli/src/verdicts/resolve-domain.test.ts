import assert from "node:assert/strict";
import { test } from "node:test";
import { AssayError } from "@assay/client";
import { resolveDomain } from "./resolve-domain.ts";
import { toFailure } from "./to-failure.ts";

const project = { targetProduct: "datamint", domainId: "generator-option", service: "https://assay.example" };
const failure = (exitCode: number, message: RegExp) => ({ name: "Failure", exitCode, message });

test("the domain comes from the option, the request or the project, in this order", () => {
  assert.deepEqual(resolveDomain(undefined, project), { targetProduct: "datamint", domainId: "generator-option" });
  const request = { targetProduct: "canvas", domainId: "chart-type" };
  assert.deepEqual(resolveDomain(undefined, project, request), request);
  assert.deepEqual(resolveDomain("a/b", project), { targetProduct: "a", domainId: "b" });
  assert.throws(() => resolveDomain("a/b", project, request), failure(2, /Change one of them/));
  assert.throws(() => resolveDomain("datamint", {}), failure(2, /<targetProduct>\/<domainId>/));
  assert.throws(() => resolveDomain(undefined, {}), failure(2, /Which domain/));
});

test("a client error leads to the exit code for its cause", () => {
  const convertCode = (code: string) =>
    toFailure(new AssayError(code, "Detail.", { retryable: false, requestId: "r-1" }));
  assert.equal(convertCode("rate-limited")?.exitCode, 3);
  assert.equal(convertCode("origin-not-named")?.exitCode, 2);
  assert.equal(convertCode("body-too-large")?.exitCode, 1);
  assert.match(convertCode("internal")?.message ?? "", /Detail\. \(request r-1\)/);
  assert.equal(toFailure(new Error("x")), undefined);
});

test("a refused key is reported with the setting that it comes from", () => {
  const service = { url: "https://assay.example", origin: "https://assay.example", from: "ASSAY_SERVICE" };
  for (const keyFrom of ["assay login", "ASSAY_KEY"]) {
    const refused = new AssayError("invalid-credentials", "Detail.", { retryable: false });
    assert.equal(toFailure(refused, { service, keyFrom })?.message, `Detail. The key is from ${keyFrom}.`);
  }
});
