import assert from "node:assert/strict";
import { test } from "node:test";
import { AssayError } from "@assay/client";
import { toFailure } from "./to-failure.ts";

test("only an error from the service mentions the setting that names the service", () => {
  const url = "https://assay.example";
  const service = { url, origin: url, setting: "ASSAY_SERVICE" };
  for (const [calledUrl, isService] of [
    [`${url}/api/validate`, true],
    [`${url}:8443/api/proposals`, false],
    [`${url}.evil.example/api/proposals`, false],
  ] as const) {
    const error = new AssayError("connection-failed", "No answer.", { retryable: true, url: calledUrl });
    const failure = toFailure(error, { service });
    assert.equal(failure?.message.includes("ASSAY_SERVICE"), isService, calledUrl);
  }
});

test("the exit code for an error from the client depends on its cause", () => {
  const convertCode = (code: string) =>
    toFailure(new AssayError(code, "Detail.", { retryable: false, requestId: "r-1" }));
  assert.equal(convertCode("rate-limited")?.exitCode, 3);
  assert.equal(convertCode("origin-not-named")?.exitCode, 2);
  assert.equal(convertCode("not-found")?.exitCode, 2, "the address is wrong");
  assert.equal(convertCode("body-too-large")?.exitCode, 1);
  assert.match(convertCode("internal")?.message ?? "", /Detail\. \(request r-1\)/);
  assert.equal(toFailure(new Error("x")), undefined);
});

test("a refused key is reported with the setting that it comes from", () => {
  const service = { url: "https://assay.example", origin: "https://assay.example", setting: "ASSAY_SERVICE" };
  for (const keyFrom of ["assay login", "ASSAY_KEY"]) {
    const refused = new AssayError("invalid-credentials", "Detail.", { retryable: false });
    assert.equal(toFailure(refused, { service, keyFrom })?.message, `Detail. The key is from ${keyFrom}.`);
  }
});
