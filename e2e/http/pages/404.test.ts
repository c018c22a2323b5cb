import assert from "node:assert/strict";
import { test } from "node:test";
import { checkProblem } from "../check-answer.ts";
import { exchange } from "../exchange.ts";
import { head } from "../raw/raw-case.ts";
import { sharedService } from "../service.ts";

const service = sharedService();

const nowhere = [
  "/api",
  "/nothing",
  "/problems/no-such-code",
  "/diagnostics/no-such-code",
  "/spec-problems/no-such-code",
  "/docs/no-such-page",
  "/schemas/datamint/no-such-domain/candidate.json",
  "/schemas/__proto__/constructor/candidate.json",
  "/metrics",
  "/livez",
  "/readyz",
];
for (const path of nowhere) {
  test(`${path} is answered 404 not-found, and the path is not repeated`, async () => {
    const { answers } = await exchange(service().url, head(`GET ${path}?secret=1 HTTP/1.1`), { expect: 1 });
    const [answer] = answers;
    assert.ok(answer);
    assert.equal(answer.status, 404);
    assert.equal(checkProblem(answer, service().url), "not-found");
    assert.doesNotMatch(answer.body, /secret|no-such/);
  });
}
