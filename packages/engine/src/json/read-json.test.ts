import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "./read-json.ts";
import { scanJson } from "./scan-json.ts";

const nestArrays = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const nestObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const toBytes = (...list: (number | string)[]): Uint8Array =>
  Buffer.concat(list.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))));

const accepted: readonly string[] = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "-0.0",
  "0e99999",
  "1.0",
  "1.10",
  "100e-2",
  "0.1",
  "1E5",
  "1e+05",
  "-1.5e-3",
  "5e-324",
  "1.7976931348623157e308",
  "9007199254740992",
  "9007199254740994",
  "12345678901234568000000",
  "12345678901234568e6",
  "100000000000000000000000000000000",
  "0.30000000000000004",
  `0.1${"0".repeat(400)}`,
  `1${"0".repeat(300)}`,
  `${"0.".padEnd(310, "0")}1e308`,
  '""',
  '"a"',
  '"\\u0000\\u001f\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"\\ud83d\\ude00"',
  '"\\uD83D\\uDE00 and \\uDBFF\\uDFFF"',
  '"\\ud7ff\\ue000"',
  '"\\\\ud800"',
  '"\\\\\\\\"',
  '"\u{1f600} é \u2028 \ufffd \u007f"',
  '"{[:,]}"',
  '"1e999 9007199254740993"',
  "[]",
  "{}",
  " \t\r\n[ \n1 , 2 ]\r\n",
  "[[],[[]],{}]",
  '{"a":1,"b":2}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"":0," ":1}',
  '{"a":1,"A":2,"\u00e1":3,"a\u0301":4}',
  '{"__proto__":1,"constructor":2,"toString":3}',
  '{"1":1,"01":2,"1.0":3}',
  '{"a:b":":","c\\"":"\\""}',
  '{"\\u0061":"a b","c":" "}',
  '{"\\u0061":"\\ud7ff\\ue000"}',
  '{"\\u0061":"\\ud800\\udc00\\udbff\\udfff"}',
  '"\\ud83d\\udc00\\ud83d\\udfff"',
  "1.00000000000000000E+2",
  nestArrays(32),
  nestObjects(32),
  `[${nestArrays(31)},${nestArrays(31)}]`,
];

const refused: readonly (readonly [string | Uint8Array, string, string, string])[] = [
  ["", "malformed-json", "1:1", ""],
  [" \n ", "malformed-json", "2:2", ""],
  ["\ufeff{}", "malformed-json", "1:1", ""],
  ["nul", "malformed-json", "1:1", ""],
  ["True", "malformed-json", "1:1", ""],
  ["NaN", "malformed-json", "1:1", ""],
  ["-Infinity", "malformed-json", "1:1", ""],
  ["undefined", "malformed-json", "1:1", ""],
  ["+1", "malformed-json", "1:1", ""],
  ["01", "malformed-json", "1:1", ""],
  ["-01", "malformed-json", "1:1", ""],
  ["1.", "malformed-json", "1:1", ""],
  [".5", "malformed-json", "1:1", ""],
  ["1e", "malformed-json", "1:1", ""],
  ["-", "malformed-json", "1:1", ""],
  ["0x10", "malformed-json", "1:1", ""],
  ["1_000", "malformed-json", "1:1", ""],
  ["1 2", "malformed-json", "1:3", ""],
  ["{}{}", "malformed-json", "1:3", ""],
  ["[1,2]]", "malformed-json", "1:6", ""],
  ["]", "malformed-json", "1:1", ""],
  ["[", "malformed-json", "1:2", "/0"],
  ["[1", "malformed-json", "1:3", ""],
  ["[1,", "malformed-json", "1:4", "/1"],
  ["[1,]", "malformed-json", "1:4", "/1"],
  ["[,1]", "malformed-json", "1:2", "/0"],
  ["[1 2]", "malformed-json", "1:4", ""],
  ["[1}", "malformed-json", "1:3", ""],
  ['{"a":[1,2}', "malformed-json", "1:10", "/a"],
  ["{", "malformed-json", "1:2", ""],
  ['{"a"', "malformed-json", "1:5", "/a"],
  ['{"a":', "malformed-json", "1:6", "/a"],
  ['{"a":}', "malformed-json", "1:6", "/a"],
  ['{"a" 1}', "malformed-json", "1:6", "/a"],
  ['{"a":1,}', "malformed-json", "1:8", ""],
  ['{"a":1 "b":2}', "malformed-json", "1:8", ""],
  ["{a:1}", "malformed-json", "1:2", ""],
  ["{'a':1}", "malformed-json", "1:2", ""],
  ["{1:1}", "malformed-json", "1:2", ""],
  ['{"a":1]', "malformed-json", "1:7", ""],
  ['{"a":{"b":[0,tru]}}', "malformed-json", "1:14", "/a/b/1"],
  ["[:1]", "malformed-json", "1:2", "/0"],
  ['{"a"::1}', "malformed-json", "1:6", "/a"],
  ['{"a":1:2}', "malformed-json", "1:7", ""],
  ["// note\n{}", "malformed-json", "1:1", ""],
  ["[1, /* two */ 2]", "malformed-json", "1:5", "/1"],
  ["\u00a0{}", "malformed-json", "1:1", ""],
  ["[\u20281]", "malformed-json", "1:2", "/0"],
  ['"a', "malformed-json", "1:3", ""],
  ['"a\\', "malformed-json", "1:4", ""],
  ['"\\u12', "malformed-json", "1:6", ""],
  ['"\\x"', "malformed-json", "1:2", ""],
  ['"\\u12G4"', "malformed-json", "1:2", ""],
  ['"\\u12"', "malformed-json", "1:2", ""],
  ['"\\uG\\u1"', "malformed-json", "1:2", ""],
  ['["a\nb"]', "malformed-json", "1:4", "/0"],
  ['"\u0000"', "malformed-json", "1:2", ""],
  ['{\n  "a": 1,\n  "b": oops\n}', "malformed-json", "3:8", "/b"],
  ["[1,\r\n2,\r3,\nx]", "malformed-json", "4:1", "/3"],
  ['["\u{1f600}", x]', "malformed-json", "1:8", "/1"],
  ["1e999", "malformed-json", "1:1", ""],
  ['{"n":[-1e309]}', "malformed-json", "1:7", "/n/0"],
  [`1${"0".repeat(309)}`, "malformed-json", "1:1", ""],
  [toBytes(0xff), "malformed-json", "1:1", ""],
  [toBytes('{"a":"', 0xc3, '"}'), "malformed-json", "1:7", "/a"],
  [toBytes('["\ufffd", "', 0xed, 0xa0, 0x80, '"]'), "malformed-json", "1:8", "/1"],
  [toBytes('"', 0xc0, 0xaf, '"'), "malformed-json", "1:2", ""],
  [toBytes('"', 0xf4, 0x90, 0x80, 0x80, '"'), "malformed-json", "1:2", ""],
  [toBytes('"', 0xef, 0xbf, '"'), "malformed-json", "1:2", ""],
  [toBytes("{}", 0x80), "malformed-json", "1:3", ""],
  [toBytes("[oops, ", 0x80), "malformed-json", "1:2", "/0"],
  [toBytes(0xff, 0xfe, "[", 0), "malformed-json", "1:1", ""],
  [toBytes("[", 0, "]", 0), "malformed-json", "1:2", "/0"],
  ['{"a":1,"a":1}', "ambiguous-json", "1:8", "/a"],
  ['{"a":1,"\\u0061":2}', "ambiguous-json", "1:8", "/a"],
  ['{"x":[{"b":1,\n"c":2,\n"b":{}}]}', "ambiguous-json", "3:1", "/x/0/b"],
  ['{"__proto__":1,"__proto__":2}', "ambiguous-json", "1:16", "/__proto__"],
  ['{"1":1,"2":2,"1":3}', "ambiguous-json", "1:14", "/1"],
  ['{"":1,"":2}', "ambiguous-json", "1:7", "/"],
  ['{"a/b":{"~":1,"~":2}}', "ambiguous-json", "1:15", "/a~1b/~0"],
  ['{"a":{"b":1},"a":{"c":2}}', "ambiguous-json", "1:14", "/a"],
  ['{"a":1,"a":oops', "ambiguous-json", "1:8", "/a"],
  ['"\\ud800"', "ambiguous-json", "1:2", ""],
  ['"\\uDC00"', "ambiguous-json", "1:2", ""],
  ['"\\udfff"', "ambiguous-json", "1:2", ""],
  ['"\\ud800\\ue000"', "ambiguous-json", "1:2", ""],
  ['"\\udc00\\udd00"', "ambiguous-json", "1:2", ""],
  ['"zzzzzzzzzz\\ud83d\\ud83d"', "ambiguous-json", "1:12", ""],
  ['"ab\\ud83d"', "ambiguous-json", "1:4", ""],
  ['"\\udc00\\udc00"', "ambiguous-json", "1:2", ""],
  ['"\\ud800\\ud801"', "ambiguous-json", "1:2", ""],
  ['"\\ud83d\\u0041"', "ambiguous-json", "1:2", ""],
  ['"\\ud83d\\ud83d\\ude00"', "ambiguous-json", "1:2", ""],
  ['"\\ud83dxudc00"', "ambiguous-json", "1:2", ""],
  ['"\\ud83d\\ndc00"', "ambiguous-json", "1:2", ""],
  ['"\\ud83d\\u0c00"', "ambiguous-json", "1:2", ""],
  ['"\\ude00\\ud83d"', "ambiguous-json", "1:2", ""],
  ['"\\ud83dx\\ude00"', "ambiguous-json", "1:2", ""],
  ['"\\ud83d\\ude00\\ude00"', "ambiguous-json", "1:14", ""],
  ['{"a":{"\\ud800":1}}', "ambiguous-json", "1:8", "/a"],
  ["9007199254740993", "ambiguous-json", "1:1", ""],
  ["[1,-9007199254740993]", "ambiguous-json", "1:4", "/1"],
  ["0.1000000000000000055", "ambiguous-json", "1:1", ""],
  ["3.14159265358979323846", "ambiguous-json", "1:1", ""],
  ["1e-400", "ambiguous-json", "1:1", ""],
  ["-1e-400", "ambiguous-json", "1:1", ""],
  ["4.9e-324", "ambiguous-json", "1:1", ""],
  ["12345678901234567890", "ambiguous-json", "1:1", ""],
  [`0.${"0".repeat(400)}1`, "ambiguous-json", "1:1", ""],
  [`1${"0".repeat(200)}1`, "ambiguous-json", "1:1", ""],
  [nestArrays(33), "json-too-deep", "1:33", "/0".repeat(32)],
  [nestObjects(33), "json-too-deep", "1:161", "/a".repeat(32)],
  ["[".repeat(100_000), "json-too-deep", "1:33", "/0".repeat(32)],
  [`{"a":"]]]]","b":${nestArrays(32)}}`, "json-too-deep", "1:48", `/b${"/0".repeat(31)}`],
];

test("reads unambiguous documents as JSON.parse does", () => {
  for (const text of accepted) {
    assert.deepEqual(readJson(Buffer.from(text)), { kind: "ok", value: JSON.parse(text) }, text);
  }
});

test("refuses malformed, ambiguous and too deeply nested documents at the right position", () => {
  for (const [document, code, position, path] of refused) {
    const read = readJson(typeof document === "string" ? Buffer.from(document) : document);
    const label = String(document).slice(0, 80);
    if (read.kind === "ok") assert.fail(`not refused: ${label}`);
    assert.deepEqual([read.code, `${read.at.line}:${read.at.column}`, read.at.path], [code, position, path], label);
    assert.match(read.message, /^[A-Z][^\p{Cc}\p{Cf}]{10,250}\. [A-Z][^;]+\.$/u, label);
    assert.doesNotMatch(read.message, / {2}|undefined was/, label);
  }
});

test("the exact scanner alone reads unambiguous documents as JSON.parse does", () => {
  for (const text of accepted) assert.deepEqual(scanJson(text, 32), { kind: "ok", value: JSON.parse(text) }, text);
});

test("a message quotes only the invalid escape", () => {
  const readMessage = (text: string): string => {
    const read = readJson(Buffer.from(text));
    return read.kind === "ok" ? "" : read.message;
  };
  assert.match(readMessage('"abc\\xyz"'), / "x" is not a JSON escape/);
  assert.match(readMessage('"abc\\u12G4z"'), / "u12G4" is not a JSON escape/);
  assert.match(readMessage('"abc\\n\\uz"'), / "uz\\"" is not a JSON escape/);
  assert.match(readMessage('"abc\\ud83dxyz"'), / \\ud83d is a lone surrogate/);
  assert.match(readMessage('"abc\u0001xyz"'), / "\\u\{1\}"\. /);
});

test("a message names what was found and what was expected", () => {
  const messages: readonly (readonly [string, RegExp])[] = [
    ["", /document is empty\./],
    [" \n\t", /document is empty\./],
    ["\ufeff", /byte order mark\./],
    ["\ufeff{}", /byte order mark\./],
    ["[1,", /ends where a value was expected\./],
    ["[1", /ends where "," or "\]" was expected\./],
    ['{"a":', /ends where a value was expected\./],
    ["oops", /Found "oops" where a value was expected\./],
    ["@", /Found "@" where a value was expected\./],
    ["AZaz_09.+-@", /Found "AZaz_09\.\+-" where a value was expected\./],
    ["\u3000", /Found ".+" where a value was expected\./],
    ["[1 two]", /Found "two" where "," or "\]" was expected\./],
    ['{"a" 1}', /Found "1" where ":" was expected\./],
    ['{"a":1 "b":2}', /where "," or "}" was expected\./],
    ["{} {}", /Found "\{" where the end of the document was expected\./],
    ['```json\n{"a":1}\n```', /a Markdown code fence\. Send only the JSON/],
    ['{"a":1}\n```', /a Markdown code fence\. Send only the JSON/],
    ["// a\n{}", /a comment\./],
    ['{"a":1, // one\n"b":2}', /a comment\./],
    ['{"a":1 /* one */}', /a comment\./],
    ['{"a":1}\n# one', /a comment\./],
    ['{"a":#fff}', /Found "#" where a value was expected\./],
    ['{"a":1,}', /Remove the comma after the last property\./],
    ["[1,\n]", /Remove the comma after the last item\./],
    ["[1,}", /Found "}" where a value was expected\./],
    ['{"a":]', /Found "\]" where a value was expected\. Use an object, an array, /],
    [
      '{"a":1, b:2}',
      /Found "b" where a property name in double quotes was expected\. Put the name in double quotes or /,
    ],
    ["9007199254740993", /would be read as 9007199254740992\./],
  ];
  for (const [text, message] of messages) {
    const read = readJson(Buffer.from(text));
    assert.match(read.kind === "ok" ? "" : read.message, message, text);
  }
});

test("lists every comment and trailing comma on request, and the first other error", () => {
  const listPositions = (text: string, listExtras = true) => {
    const read = readJson(Buffer.from(text), { listExtras });
    if (read.kind === "ok") return read.value;
    return [read, ...(read.others ?? [])].map(({ at }) => `${at.line}:${at.column}`);
  };
  const mixed = readJson(Buffer.from("[1, // x\n oops]"), { listExtras: true });
  assert.ok(mixed.kind === "unreadable");
  assert.deepEqual([mixed.isExtra, mixed.others?.[0]?.isExtra], [true, undefined]);
  const text = '// a "\n{ "a": "// no,]", /* b\n, ] */ "c": [1, { "d": [2,\r\n] ,# e\n}, ], # f\r} //';
  assert.deepEqual(listPositions(text), ["1:1", "2:19", "4:1", "4:4", "5:1", "5:4", "5:7", "6:1", "6:3"]);
  assert.deepEqual(listPositions(text, false), ["1:1"]);
  assert.deepEqual(listPositions('{"a":1,}'), ["1:8"]);
  assert.deepEqual(listPositions('["//", "/*", "# "]'), ["//", "/*", "# "]);
  // After another kind of error, the rest of the document cannot be interpreted.
  assert.deepEqual(listPositions("[1, // x\n http://y, ]"), ["1:5", "2:2"]);
  assert.deepEqual(listPositions('{"a":1, "a":2, }'), ["1:9"]);
  assert.deepEqual(listPositions('{"a":1, /* "b":2}'), ["1:9", "1:18"]);
  for (const text of ["[,]", "{,}", '{"a",}', '{"a":}', "[1,}", "[1,,]", "[1],"]) {
    assert.deepEqual(listPositions(text), listPositions(text, false), text);
  }
});

test("reports an encoding error, unless another error comes before it", () => {
  const isEncodingError = (document: Uint8Array): boolean => {
    const read = readJson(document);
    return read.kind === "unreadable" && read.message.includes("UTF-8");
  };
  for (const document of [toBytes(0xff), toBytes('{"a":"', 0xc3), toBytes("{}", 0x80), toBytes("[1,", 0x80)])
    assert.ok(isEncodingError(document), String(document));
  for (const document of [
    toBytes("tru", 0x80),
    toBytes("[oops, ", 0x80),
    toBytes('{"a":1,"a":2', 0x80),
    toBytes("[1 2]", 0x80),
  ])
    assert.ok(!isEncodingError(document), String(document));
});

test("throws for anything but bytes, and explains what to pass", () => {
  const createCall = (bytes: unknown) => () => readJson(bytes as Uint8Array);
  assert.throws(createCall("{}"), {
    name: "TypeError",
    message:
      "`bytes` must be a Uint8Array, but is a string. Pass the bytes as they were received, or new TextEncoder().encode(text).",
  });
  assert.throws(createCall(new ArrayBuffer(2)), {
    name: "TypeError",
    message:
      "`bytes` must be a Uint8Array, but is an ArrayBuffer. Pass the bytes of the JSON document, for instance from readFileSync or new Uint8Array(arrayBuffer).",
  });
});

test("the caller can set the maximum depth", () => {
  assert.equal(readJson(Buffer.from("1"), { maxDepth: 0 }).kind, "ok");
  assert.equal(readJson(Buffer.from("[]"), { maxDepth: 0 }).kind, "unreadable");
  assert.equal(readJson(Buffer.from(nestArrays(64)), { maxDepth: 64 }).kind, "ok");
  assert.equal(readJson(Buffer.from(nestArrays(100_000)), { maxDepth: 100_000 }).kind, "ok");
});

test("a path ends before a name of more than 64 characters, never inside it", () => {
  const readPath = (text: string): string | undefined => {
    const read = readJson(Buffer.from(text));
    return read.kind === "ok" ? undefined : read.at.path;
  };
  const smile = "\u{1f600}";
  assert.equal(readPath(`{"a":{"${smile.repeat(64)}":oops}}`), `/a/${smile.repeat(64)}`);
  assert.equal(readPath(`{"a":{"${smile.repeat(65)}":oops}}`), "/a");
  assert.equal(readPath(`{"a":{"${"x".repeat(65)}":{"b":oops}}}`), "/a");
  assert.equal(readPath(`{"${"x".repeat(65)}":{"b":oops}}`), "");
});

test("a message truncates what it quotes and escapes invisible characters", () => {
  const read = readJson(Buffer.from(`{"${"\\u202e".repeat(70)}":1,"${"\\u202e".repeat(70)}":1}`));
  assert.match(read.kind === "unreadable" ? read.message : "", /"(?:\\u\{202e\}){64}…"/);
});
