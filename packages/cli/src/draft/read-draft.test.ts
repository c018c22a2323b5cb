import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDraft } from "./read-draft.ts";

const read = (text: string) => parseDraft(new TextEncoder().encode(text), "candidate.json");

test("a file can contain a bare candidate or a request", () => {
  const bare = read('{"generatorId":"a"}');
  assert.ok(bare.kind === "ok");
  assert.deepEqual([bare.draft.prefix, bare.draft.candidate], ["", { generatorId: "a" }]);

  const request = read('{"targetProduct":"datamint","domainId":"generator-option","candidate":{"generatorId":"a"}}');
  assert.ok(request.kind === "ok");
  const { prefix, candidate, targetProduct, domainId } = request.draft;
  assert.deepEqual(
    [prefix, candidate, targetProduct, domainId],
    ["/candidate", { generatorId: "a" }, "datamint", "generator-option"],
  );

  const partial = read('{"domainId":"generator-option","candidate":{}}');
  assert.ok(partial.kind === "ok");
  assert.deepEqual([partial.draft.prefix, partial.draft.targetProduct], ["/candidate", undefined]);
});

test("an object whose only property is called candidate is not a request", () => {
  const wrapped = read('{"candidate":{"generatorId":"a"}}');
  assert.ok(wrapped.kind === "ok");
  assert.equal(wrapped.draft.prefix, "");
});

test("a byte order mark is recorded and removed from the text", () => {
  const marked = read('\ufeff{"a":1}');
  assert.ok(marked.kind === "ok");
  assert.deepEqual([marked.draft.bytes.length, marked.draft.text], [10, '{"a":1}']);
});

test("text that is not JSON is reported with its position", () => {
  const broken = read('{\r\n  "a": 1,\r\n}\r\n');
  assert.ok(broken.kind === "unreadable");
  assert.equal(broken.code, "malformed-json");
  assert.deepEqual(broken.source.lines.findPosition(broken.mark.from), { line: 3, column: 1 });
  assert.equal(read("").kind, "unreadable");
  assert.equal(read('{"a":1,"a":2}').kind, "unreadable");
  const notUtf8 = parseDraft(Uint8Array.of(0x7b, 0xff, 0x7d), "x");
  assert.ok(notUtf8.kind === "unreadable");
});

test("a candidate can be nested as deeply as a request allows", () => {
  const nestArrays = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
  assert.equal(read(nestArrays(31)).kind, "ok");
  assert.equal(read(nestArrays(32)).kind, "unreadable");
});

test("a candidate that is not an object is reported", () => {
  for (const text of ["[1]", "7", "null", '{"domainId":"x","candidate":[]}']) {
    const result = read(text);
    assert.ok(result.kind === "unreadable");
    assert.match(result.message, /object/);
  }
});
