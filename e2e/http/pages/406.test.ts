import assert from "node:assert/strict";
import { test } from "node:test";
import { checkProblem } from "../check-answer.ts";
import { exchange } from "../exchange.ts";
import { head } from "../raw/raw-case.ts";
import { sharedService } from "../service.ts";

const service = sharedService();

for (const path of [
  "/docs",
  "/docs/api",
  "/spec-problems",
  "/problems",
  "/problems/internal",
  "/diagnostics",
  "/diagnostics/field.missing",
]) {
  test(`${path} as an image is answered 406 not-acceptable`, async () => {
    const sent = head(`GET ${path} HTTP/1.1`, "Accept: image/png");
    const [answer] = (await exchange(service().url, sent, { expect: 1 })).answers;
    assert.ok(answer);
    assert.equal(answer.status, 406);
    assert.equal(checkProblem(answer, service().url), "not-acceptable");
  });
}
