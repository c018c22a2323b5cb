import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@assay/contract";
import { list, map, spec, specForX, text, x } from "@assay/testing/corpora/hostile-spec";
import { compileSpec } from "../../test/validate-body.ts";
import { measureLargeCandidate } from "./measure-large-candidate.ts";

const measure = (value: object) => measureLargeCandidate(compileSpec(new TextEncoder().encode(JSON.stringify(value))));
const accepted = (value: Parameters<typeof x>[0]) => ({
  name: "with x",
  registry: [],
  candidate: x(value),
  expect: [],
});
const refused = (spec({}).tests as readonly object[])[1] as never;

test("fills lists and maps up to the size of a body or to their bounds, and names what costs most", () => {
  const pattern = "^[a-z]+[0-9]*$";
  const items = list(text({ pattern }), { maxItems: 300 });
  const schema = map(items, { maxProperties: 300 });
  const measured = measure({ ...specForX(schema), tests: [accepted({ a: ["abc"] }), refused] });
  assert.ok(measured && measured.bytes > 0.9 * limits.bodyBytes && measured.bytes <= limits.bodyBytes);
  assert.ok(measured.steps < limits.steps);
  assert.equal(measured.dearest, "/candidateSchema/properties/x/additionalProperties/items");
});

test("says that the steps run out, and which rule takes them", () => {
  const rule = {
    id: "pairs",
    check: "cel",
    at: "",
    assert: "!has(self.x) || self.x.all(a, self.x.all(b, a <= b))",
    message: "In order.",
  };
  const tests = [accepted(["a", "a"]), refused];
  const schema = { ...specForX(list(text())), rules: [rule], tests };
  assert.deepEqual(measure(schema), { ...measure(schema), steps: limits.steps + 1, dearest: "/rules/0" });
});
