import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPointer, type JsonObject, type PatchOperation, patchJson } from "@assay/contract";
import { readJson } from "@assay/engine";
import { jsonLayouts } from "@assay/testing/cases/json-layouts";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { patchText } from "./patch-text.ts";

function applyPatch(text: string, ...patch: PatchOperation[]): string {
  const result = patchText(text, patch);
  assert.ok(result.kind === "ok", JSON.stringify(result));
  return result.text;
}

test("renaming a property or replacing a value changes nothing else in the text", () => {
  assert.equal(
    applyPatch(
      '{\r\n\t"a_b" : "1.5",\r\n\t"c":[1.0, 2e0 ,"3"]\r\n}',
      { op: "replace", path: "/c/2", value: 3 },
      { op: "replace", path: "/a_b", value: 1.5 },
      { op: "move", from: "/a_b", path: "/aB" },
    ),
    '{\r\n\t"aB" : 1.5,\r\n\t"c":[1.0, 2e0 ,3]\r\n}',
  );
});

test("removing a property also removes one comma, even if adjacent properties are removed too", () => {
  const lines = '{\n  "a": null,\n  "b": null,\n  "c": ","\n}';
  const remove = (...names: readonly string[]) =>
    applyPatch(lines, ...names.map((name) => ({ op: "remove", path: `/${name}` }) as const));
  assert.equal(remove("a"), '{\n  "b": null,\n  "c": ","\n}');
  assert.equal(remove("b"), '{\n  "a": null,\n  "c": ","\n}');
  assert.equal(remove("c"), '{\n  "a": null,\n  "b": null\n}');
  assert.equal(remove("a", "b"), '{\n  "c": ","\n}');
  assert.equal(remove("b", "c"), '{\n  "a": null\n}');
  assert.equal(remove("c", "a", "b"), "{}");
});

const name = fc.constantFrom("a", "b", "c d", "~/", '"', "0", "\u{1f600}");
const { object } = fc.letrec<{ object: JsonObject; value: JsonObject }>((tie) => ({
  value: fc.oneof(
    fc.constantFrom<unknown>(null, 1, 'q"\\\n', ",", "[{"),
    fc.array(tie("value")),
    tie("object"),
  ) as never,
  object: fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
}));

test("patching a text and patching its parsed value give the same result, in any layout", () => {
  fc.assert(
    fc.property(object, fc.array(fc.nat(5), { minLength: 1 }), (original, choices) => {
      let choiceIndex = 0;
      const patch = createEdits(original, [], () => choices[choiceIndex++ % choices.length] ?? 0);
      const expected = patchJson(original, patch);
      assert.ok(expected.kind === "ok");
      for (const { write } of jsonLayouts) {
        // Not JSON.parse: in Node 24, it can misread a name that follows one with a backslash (nodejs/node#63785).
        const read = readJson(new TextEncoder().encode(applyPatch(write(original), ...patch)));
        assert.ok(read.kind === "ok");
        assert.deepEqual(read.value, expected.value);
      }
    }),
    propertyRuns(1),
  );
});

/** Creates edits of a value, with the edits of inner values first. */
function createEdits(value: unknown, path: readonly string[], choose: () => number): PatchOperation[] {
  if (typeof value !== "object" || value === null)
    return choose() === 0 ? [{ op: "replace", path: formatPointer(path), value: "x" }] : [];
  return Object.entries(value).flatMap(([key, inner]): PatchOperation[] => {
    const pointer = formatPointer([...path, key]);
    const choice = Array.isArray(value) ? 0 : choose();
    if (choice === 1) return [{ op: "remove", path: pointer }];
    const edits = createEdits(inner, [...path, key], choose);
    return choice === 2 ? [...edits, { op: "move", from: pointer, path: formatPointer([...path, `${key}!`]) }] : edits;
  });
}

test("refuses every operation that is not a fix, and every change to the owner", () => {
  const text = '{"owner": {"kind": "agent", "id": "a"}, "o": {"kind": "human"}, "a": 1, "b": [1]}';
  for (const patch of [
    [{ op: "replace", path: "/owner/kind", value: "human" }],
    [{ op: "replace", path: "/owner", value: "x" }],
    [{ op: "remove", path: "/owner" }],
    [{ op: "move", from: "/o", path: "/owner" }],
    [{ op: "move", from: "/owner/kind", path: "/owner/x" }],
    [{ op: "move", from: "/a", path: "/b" }],
    [{ op: "move", from: "/a", path: "/o/a" }],
    [{ op: "move", from: "/o", path: "" }],
    [{ op: "replace", path: "", value: "x" }],
    [{ op: "replace", path: "/o", value: "x" }],
    [{ op: "replace", path: "/a", value: {} }],
    [{ op: "replace", path: "/c", value: 1 }],
    [{ op: "remove", path: "/b/0" }],
    [{ op: "remove", path: "/c" }],
    [{ op: "add", path: "/c", value: 1 }],
    [{ op: "test", path: "/a", value: 1 }],
    [
      { op: "remove", path: "/a" },
      { op: "remove", path: "/a" },
    ],
    [
      { op: "move", from: "/a", path: "/x" },
      { op: "move", from: "/b", path: "/x" },
    ],
    Array(513).fill({ op: "replace", path: "/a", value: 2 }),
    [null],
    {},
  ]) {
    assert.equal(patchText(text, patch as never).kind, "refused", JSON.stringify(patch).slice(0, 99));
  }
  for (const unreadable of ["", "{", "\ufeff{}", '{"a": 1, "a": 2}', '{"a": 1} x', "{a: 1}"])
    assert.equal(patchText(unreadable, []).kind, "refused", unreadable);
});

test("an empty patch removes comments and trailing commas, and another one is refused", () => {
  const text = '{ "a": 1, } // one\n';
  assert.equal(applyPatch(text), '{ "a": 1 }\n');
  assert.equal(patchText(text, [{ op: "replace", path: "/a", value: 2 }]).kind, "refused");
});
