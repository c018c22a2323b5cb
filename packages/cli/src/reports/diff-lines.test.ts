import assert from "node:assert/strict";
import { test } from "node:test";
import { patchText } from "@assay/json-text/patch-text";
import { diffLines } from "./diff-lines.ts";

const style = { paint: (_: string, text: string) => text, width: 60 };

function diffOf(text: string, patch: Parameters<typeof patchText>[1], maxLines?: number): readonly string[] {
  const patched = patchText(text, patch);
  assert.ok(patched.kind === "ok");
  return diffLines(text, patched.changes, 2, style, maxLines);
}

const text = '{\n  "a": 1,\n  "b": [1, 2],\n  "c": 3\n}\n';

test("a changed value is a line less and a line more", () => {
  assert.deepEqual(diffOf(text, [{ op: "replace", path: "/b/0", value: 7 }]), [
    ' 3 -   "b": [1, 2],',
    ' 3 +   "b": [7, 2],',
  ]);
});

test("a removed line is shown alone", () => {
  assert.deepEqual(diffOf(text, [{ op: "remove", path: "/b" }]), [' 3 -   "b": [1, 2],']);
});

test("what is added at the end shows the comma before it", () => {
  assert.deepEqual(diffOf(text, [{ op: "add", path: "/d", value: "x" }]), [
    ' 4 -   "c": 3',
    ' 4 +   "c": 3,',
    ' 5 +   "d": "x"',
  ]);
});

test("line ends of Windows are not shown as a difference", () => {
  assert.deepEqual(diffOf(text.replaceAll("\n", "\r\n"), [{ op: "replace", path: "/a", value: 2 }]), [
    ' 2 -   "a": 1,',
    ' 2 +   "a": 2,',
  ]);
});

test("a long diff is cut, and a long line is shown where it differs", () => {
  const patch = [{ op: "replace", path: "/b", value: Array.from({ length: 60 }, (_, index) => index) }] as const;
  const drawn = diffOf(text, patch, 6);
  assert.equal(drawn.length, 6);
  assert.match(drawn.at(-1) ?? "", /more lines$/);
  const long = `{ "a": "${"x".repeat(300)}", "b": 1 }`;
  for (const line of diffOf(long, [{ op: "replace", path: "/b", value: 2 }])) {
    assert.ok(line.length <= 60);
    assert.match(line, /"b": [12]/);
  }
});

test("both sides of a long line are cut at the same column", () => {
  const long = `{ "name": "${"x".repeat(60)}", "type": "int", "more": "${"y".repeat(60)}" }`;
  const [removed = "", added = ""] = diffOf(long, [{ op: "replace", path: "/type", value: "integer" }]);
  assert.equal(removed.indexOf('"type"'), added.indexOf('"type"'));
  assert.match(removed, /"int"/);
  assert.match(added, /"integer"/);
});
