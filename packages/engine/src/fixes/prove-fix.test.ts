import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, PatchOperation } from "@assay/contract";
import { createCollector, type Group } from "../findings/collector.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { notPrepared } from "../validate/check-against-schema.ts";
import type { CheckResults } from "../validate/run-checks.ts";
import { createProveFix } from "./prove-fix.ts";

const candidate: Json = { a: 1, b: 2, list: [1, 2] };
const a = finding("field.type", "a");
const b = finding("field.type", "b");
const before = results([a, b, finding("list.duplicate", "list"), warning("field.length", "b")], ["unique"]);
const isProven = createProveFix(before);
const fixed = before.collector.groups().filter(({ first }) => first === a);
const patch: readonly PatchOperation[] = [
  { op: "test", path: "/b", value: 2 },
  { op: "replace", path: "/a", value: "1" },
];
const rest = [b, finding("list.duplicate", "list"), warning("field.length", "b")];

test("a patch is proven when the mistakes that it fixes are gone and everything else is as it was, or better", () => {
  assert.ok(isProven(results(rest, ["unique"]), fixed, patch));
  assert.ok(isProven(results(rest, []), fixed, patch), "a check runs again");
  assert.ok(isProven(results([b, warning("field.length", "b")], []), fixed, patch), "another error is gone too");
  assert.ok(isProven(results([...rest, warning("field.unknown", "c")], []), fixed, patch), "a warning is no error");
});

test("a patch is not proven when what it fixes is still there, or something else of that kind is gone too", () => {
  assert.ok(!isProven(results([a, ...rest], []), fixed, patch));
  assert.ok(!isProven(results(rest.slice(1), []), fixed, patch));
  assert.ok(isProven(results(rest.slice(1), []), before.collector.groups().slice(0, 2), patch));
});

test("a patch is not proven when it brings an error, of a known kind or a new one", () => {
  assert.ok(!isProven(results([...rest, finding("list.duplicate", "a")], []), fixed, []));
  assert.ok(!isProven(results([...rest, finding("field.unknown", "c")], []), fixed, []));
  assert.ok(!isProven(results([...rest, finding("field.type", "c", "another-rule")], []), fixed, []));
  const moved = [b, finding("list.duplicate", "other"), warning("field.length", "b")];
  assert.ok(!isProven(results(moved, []), fixed, []), "another part of the rule finds it now");
});

test("what a rule finds that could not read the mistake before does not count, if it compares values", () => {
  const isProvenAfter = (found: AnyFinding, given = fixed) => isProven(results([...rest, found], []), given, patch);
  for (const code of ["rule.violated", "list.duplicate", "list.sum", "output-field.duplicate"]) {
    assert.ok(isProvenAfter(finding(code, "c", "unique")), code);
    assert.ok(isProvenAfter(finding(code, "a", "unique")), `${code}, where the patch wrote`);
    assert.ok(!isProvenAfter(finding(code, "c", "another-rule")), `${code}, of a rule that ran before`);
  }
  assert.ok(!isProvenAfter(finding("field.value", "c", "unique")), "a value that the rule does not allow");
  const found = results([...rest, finding("rule.violated", "c", "unique")], []);
  const proves = (because: AnyFinding, others: readonly AnyFinding[], given = fixed) =>
    createProveFix({ ...before, skipped: [{ check: "unique", because, others }] })(found, given, []);
  assert.ok(proves(b, [a]), "one of the mistakes that it could not read");
  assert.ok(!proves(b, []), "a mistake that is not fixed");
  const nothingFixed = createProveFix({ ...results(rest, []), skipped: [{ check: "unique", because: b, others: [] }] });
  assert.ok(nothingFixed(found, [], []), "no mistake in particular is fixed");
});

test("what one of several fixes breaks is not hidden by what another one corrects", () => {
  const placeOf = ({ first }: Group) => first.path.join("/");
  const swapped = results([a, ...rest.slice(1)], []);
  assert.ok(isProven(swapped, fixed, []), "one mistake of two of a kind is left");
  assert.ok(!isProven(swapped, fixed, [], placeOf), "it is not the one that the fix leaves");
  assert.ok(isProven(results(rest, []), fixed, [], placeOf));
  const elsewhere = results([b, { ...rest[1], path: ["c"] } as AnyFinding, ...rest.slice(2)], []);
  assert.ok(isProven(elsewhere, fixed, []));
  assert.ok(!isProven(elsewhere, fixed, [], placeOf), "a mistake is gone at one place, and new at another");
});

test("a patch is not proven when an error is left where it wrote", () => {
  const at = (operation: PatchOperation) => isProven(results(rest, []), fixed, [operation]);
  assert.ok(!at({ op: "replace", path: "/b", value: 0 }));
  assert.ok(!at({ op: "add", path: "/b", value: 0 }));
  assert.ok(!at({ op: "move", from: "/c", path: "/b" }));
  assert.ok(at({ op: "move", from: "/b", path: "/c" }));
  assert.ok(at({ op: "test", path: "/b", value: 2 }));
  assert.ok(at({ op: "remove", path: "/b" }));
});

test("an error is left where a patch wrote, however many there are of its kind and whatever else is wrong there", () => {
  const at = (code: string, index: number) => ({ ...finding(code, "list"), path: ["list", String(index)] });
  const many = Array.from({ length: 70 }, (_, index) => at("field.value", index));
  const proves = (findings: readonly AnyFinding[], index: number) => {
    const operation = { op: "replace", path: `/list/${index}`, value: 0 } as const;
    return createProveFix(results(findings, []))(results(findings, []), [], [operation]);
  };
  assert.deepEqual(
    [1, 69, 70].map((index) => proves(many, index)),
    [false, false, true],
  );
  assert.ok(!proves([at("sample.field-undeclared", 1), ...many], 1));
});

test("a new value is proven although its property still has a wrong name", () => {
  for (const code of ["field.misspelled", "sample.field-undeclared"]) {
    const withName = [...rest, finding(code, "a"), warning("field.length", "a")];
    assert.ok(createProveFix(results([a, ...withName], []))(results(withName, []), fixed, patch), code);
  }
  const named = [...rest, finding("field.misspelled", "a")];
  const isProvenThere = createProveFix(results([a, ...named], []));
  const taken = finding("registry.id-taken", "a");
  const isProvenWithTaken = createProveFix(results([a, ...named, taken], []));
  assert.ok(!isProvenWithTaken(results([...named, taken], []), fixed, patch), "another error is left there");
  assert.ok(!isProvenThere(results(named, []), fixed, [{ op: "move", from: "/c", path: "/a" }]));
});

test("a patch is not proven when a check that ran before is skipped", () => {
  assert.ok(!isProven(results(rest, ["unique", "another"]), fixed, patch));
});

test("without a patch, it is proven that no error is new", () => {
  assert.ok(isProven(before, [], []));
  assert.ok(!isProven(results([a, ...rest, finding("field.type", "c")], []), [], []));
});

function finding(code: string, member: string, rule = "schema"): AnyFinding {
  const origin = { id: rule, at: `/${member}`.replace(/[ab]$/, "ab") };
  return {
    code,
    severity: "error",
    path: [member],
    params: {},
    rule: origin,
    groupKey: member,
  } as unknown as AnyFinding;
}

function warning(code: string, member: string): AnyFinding {
  return { ...finding(code, member), severity: "warning" };
}

function results(findings: readonly AnyFinding[], skipped: readonly string[]): CheckResults {
  const collector = createCollector(candidate);
  for (const each of findings) collector.add(each);
  return {
    candidate,
    normalizations: [],
    collector,
    toCorrected: (path) => path,
    ran: [],
    skipped: skipped.map((check) => ({ check, because: a, others: [] })),
    prepared: notPrepared(candidate),
  };
}
