import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "./diagnostic.ts";
import { withoutKnown } from "./without-known.ts";

const one = (code: string, severity: string, rule: string, path = "/a") =>
  ({ code, severity, path, rule: { id: rule, at: "" } }) as Diagnostic;

test("a diagnostic is known with its severity, code and place; a violated rule also with the rule", () => {
  const known = [one("rule.violated", "warning", "a"), one("field.value", "error", "a")];
  const added = [
    one("rule.violated", "error", "a"),
    one("rule.violated", "warning", "b"),
    one("field.value", "error", "a", "/b"),
  ];
  const moved = one("field.value", "error", "candidate-schema");
  assert.deepEqual(withoutKnown([...added, moved, one("rule.violated", "warning", "a")], known), added);
});

test("of two that are alike, one is known if there was one before", () => {
  const twice = [one("list.duplicate", "error", "a"), one("list.duplicate", "error", "b")];
  assert.equal(withoutKnown(twice, twice.slice(1)).length, 1);
  assert.deepEqual(withoutKnown(twice.slice(1), twice), []);
});
