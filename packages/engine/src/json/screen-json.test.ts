import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { countMembers, SUSPECT, screenJson } from "./screen-json.ts";

test("honest documents stay on the quick way", () => {
  const honest: readonly string[] = [
    '{"a":{"b":[{"c":1},{"c":2}]},"d":null}',
    '{"text":"a \\"quote\\", a \\\\ and a \\n: done","pair":"\\ud83d\\ude00\\uD83D\\uDE00","hangul":"\\ud7ff"}',
    "[1,22,333,4444,55555,666666,7777777,88888888,-1.5,0]",
    "[1e5,1E-7,2.5e+3,0.30000000000000004,1234567890123456,-123456789.12345678]",
    '{\n  "a": [\r\n\t1,\n    true ]\n}\n',
    '{"größe":"\u{1f600}"}',
  ];
  for (const text of honest)
    assert.equal(screenJson(Buffer.from(text), 32), countMembers(JSON.parse(text) as Json), text);
});

test("whatever JSON.parse alone would get wrong leaves the quick way", () => {
  for (const text of [
    '{"\\n":1}',
    '{"a\\u0062" : 1}',
    "9007199254740993",
    "1e999",
    "1e-400",
    '"\\ud800"',
    '"\\ude00"',
    "[[[]]]",
  ]) {
    assert.equal(screenJson(Buffer.from(text), 2), SUSPECT, text);
  }
});

test("a duplicate name shows as a member too few", () => {
  const text = '[{"a":1,"b":{"a":1,"a":2}}]';
  assert.equal(screenJson(Buffer.from(text), 32), 4);
  assert.equal(countMembers(JSON.parse(text) as Json), 3);
});
