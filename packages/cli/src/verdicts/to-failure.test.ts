import assert from "node:assert/strict";
import { test } from "node:test";
import { AssayError } from "@assay/client";
import { toFailure } from "./to-failure.ts";

test("only an error from the service mentions the setting that names the service", () => {
  const url = "https://assay.example";
  const service = { url, origin: url, from: "ASSAY_SERVICE" };
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
