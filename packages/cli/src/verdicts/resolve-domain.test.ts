import assert from "node:assert/strict";
import { test } from "node:test";
import { AssayError } from "@assay/client";
import { resolveDomain } from "./resolve-domain.ts";
import { toFailure } from "./to-failure.ts";

const project = { targetProduct: "datamint", domainId: "generator-option", service: "https://assay.example" };
const failure = (exitCode: number, message: RegExp) => ({ name: "Failure", exitCode, message });

test("the domain is an option, what the request says, or what the project says, in this order", () => {
  assert.deepEqual(resolveDomain(undefined, project), { targetProduct: "datamint", domainId: "generator-option" });
  const request = { targetProduct: "canvas", domainId: "chart-type" };
  assert.deepEqual(resolveDomain(undefined, project, request), request);
  assert.deepEqual(resolveDomain("a/b", project), { targetProduct: "a", domainId: "b" });
  assert.throws(() => resolveDomain("a/b", project, request), failure(2, /Change one of them/));
  assert.throws(() => resolveDomain("datamint", {}), failure(2, /<targetProduct>\/<domainId>/));
  assert.throws(() => resolveDomain(undefined, {}), failure(2, /Which domain/));
});

test("errors of the client end with the code of who is at fault", () => {
  const of = (code: string) => toFailure(new AssayError(code, "Detail.", { retryable: false, requestId: "r-1" }));
  assert.equal(of("rate-limited")?.exitCode, 3);
  assert.equal(of("origin-not-named")?.exitCode, 2);
  assert.equal(of("body-too-large")?.exitCode, 1);
  assert.match(of("internal")?.message ?? "", /Detail\. \(request r-1\)/);
  assert.equal(toFailure(new Error("x")), undefined);
});

test("what to type next after an error of the client changes the setting that is wrong", () => {
  const service = { url: "https://assay.example", origin: "https://assay.example", from: "ASSAY_SERVICE" };
  const next = (code: string, detail: string, keyFrom?: string) =>
    toFailure(new AssayError(code, detail, { retryable: false }), { service, keyFrom })?.next;
  const late = (origin: string) => next("timed-out", `GET ${origin}/api/domains: No answer.`);
  assert.deepEqual(late("https://assay.example"), ["assay domains --service <URL>"]);
  assert.deepEqual(late("https://assay.example:8443"), []);
  assert.deepEqual(late("https://datamint.example"), []);
  const keys = (keyFrom: string) => next("invalid-credentials", "Detail.", keyFrom)?.[0];
  assert.equal(keys("assay login"), "assay login https://assay.example");
  assert.equal(keys("ASSAY_KEY"), "export ASSAY_KEY=<your key>");
  assert.equal(keys("--key-file"), "--key-file <FILE>");
});
