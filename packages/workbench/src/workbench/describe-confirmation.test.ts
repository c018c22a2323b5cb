import assert from "node:assert/strict";
import { test } from "node:test";
import { describeConfirmation } from "./describe-confirmation.ts";

test("agreement names the digest that both have", () => {
  assert.deepEqual(describeConfirmation({ kind: "agrees", moved: [] }, `sha256:${"ab".repeat(32)}`), {
    isAgreement: true,
    lines: ["The service agrees: the same verdict and the same package, abababab."],
  });
});

test("if only the registry moved, the page says so beside the agreement", () => {
  const moved = [{ what: "registry", page: "1", service: "2" }] as const;
  assert.deepEqual(describeConfirmation({ kind: "agrees", moved }).lines, [
    "The service agrees: the same verdict.",
    "The registry has changed: revision 1 in this page, 2 at the service.",
  ]);
});

test("a difference names what moved and what to do", () => {
  const what = [{ what: "rules", page: `sha256:${"1".repeat(64)}`, service: `sha256:${"2".repeat(64)}` }] as const;
  const { isAgreement, lines } = describeConfirmation({ kind: "differs", what });
  assert.equal(isAgreement, false);
  assert.match(lines.join(" "), /11111111.*22222222.*Reload the page/);
});
