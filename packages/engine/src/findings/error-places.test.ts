import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePointer } from "../json/pointer.ts";
import { createErrorPlaces } from "./error-places.ts";
import type { AnyFinding } from "./finding.ts";

test("an error affects the values at, above and inside its path, in whatever order errors are added", () => {
  const errors = [
    createError("/list/1/age", "field.format"),
    createError("/object/a", "check.failed"),
    createError("/object/a", "field.pattern"),
    createError("/owner", "check.failed"),
  ];
  for (const order of [errors, errors.toReversed()]) {
    const places = createErrorPlaces();
    for (const error of order) places.add(error);
    for (const path of [["list", "1", "age"], ["list", "1", "age", "years"], ["list"], ["object", "a", "b"]])
      assert.equal(places.hasErrorAround(path), true, path.join());
    for (const path of [["list", "2"], ["owner"], ["owner", "kind"]])
      assert.equal(places.hasErrorAround(path), false, path.join());
    places.add(createError("/owner/kind", "owner.kind-not-allowed"));
    assert.equal(places.hasErrorAround(["owner"]), true);
  }
});

test("finds an error only at its exact path", () => {
  const places = createErrorPlaces();
  assert.deepEqual([places.hasErrors(), places.hasError(["owner"])], [false, false]);
  places.add(createError("/owner", "field.value"));
  assert.deepEqual([places.hasErrors(), places.hasError(["owner"])], [true, true]);
  for (const path of [[], ["owner", "kind"]]) assert.equal(places.hasError(path), false, path.join());
});

test("a value that is missing or of the wrong type makes everything inside it count as missing or mistyped", () => {
  for (const code of ["field.type", "field.missing"] as const) {
    const places = createErrorPlaces();
    assert.equal(places.isMissingOrMistyped(["owner"]), false);
    // Other errors at the same path make no difference.
    for (const each of ["field.unknown", code, "field.value"] as const) places.add(createError("/owner", each));
    for (const path of [["owner"], ["owner", "kind"], ["owner", "kind", "deeper"]])
      assert.equal(places.isMissingOrMistyped(path), true, path.join());
    for (const path of [[], ["owners"], ["list", "owner"]])
      assert.equal(places.isMissingOrMistyped(path), false, path.join());
  }
  const root = createErrorPlaces();
  root.add(createError("", "field.type"));
  assert.deepEqual([root.isMissingOrMistyped([]), root.isMissingOrMistyped(["owner"])], [true, true]);
});

test("an error of any other kind does not make a value count as missing or mistyped", () => {
  const places = createErrorPlaces();
  places.add(createError("", "object.size"));
  places.add(createError("/owner", "field.unknown"));
  assert.equal(places.isMissingOrMistyped(["owner", "kind"]), false);
});

function createError(pointer: string, code: AnyFinding["code"]): AnyFinding {
  const rule = { id: "rule", at: "/rules/0" };
  return { code, message: "default", severity: "error", path: parsePointer(pointer), params: {}, rule } as never;
}
