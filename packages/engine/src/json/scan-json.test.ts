import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { readJson } from "./read-json.ts";
import { scanJson } from "./scan-json.ts";

test("reads valid generated documents, and reports one of the errors in an invalid document", () => {
  fc.assert(
    fc.property(documents(), ({ text, value, errors }) => {
      const read = readJson(Buffer.from(text));
      if (read.kind === "ok") assert.deepEqual([read.value, []], [value, errors]);
      else assert.ok(errors.includes(read.code), `${read.code} is not one of ${errors}`);
    }),
    propertyRuns(),
  );
});

test("the fast path, the exact scanner and JSON.parse agree on every document", () => {
  const generated = documents().map(({ text }) => text);
  const mutated = fc.tuple(generated, edits()).map(([text, list]) => list.reduce(applyEdit, text));
  fc.assert(fc.property(fc.oneof(generated, mutated), checkAgreement), propertyRuns(5));
});

test("never throws for any bytes, and never accepts invalid UTF-8", () => {
  const noise = fc.uint8Array({ maxLength: 40 });
  const broken = fc
    .tuple(documents(), fc.nat(), fc.integer({ min: 0x80, max: 0xff }))
    .map(([{ text }, index, byte]) => new Uint8Array(Buffer.from(text)).with(index % Buffer.byteLength(text), byte));
  fc.assert(
    fc.property(fc.oneof(noise, broken), (bytes) => {
      const read = readJson(bytes);
      if (read.kind === "ok")
        assert.deepEqual(read, scanJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), 32));
    }),
    propertyRuns(),
  );
});

test("reads an escaped name correctly, whatever was parsed before", () => {
  // In Node 24 and 26, JSON.parse gives a property of the second document a name from the first (nodejs/node#63785).
  JSON.parse('{"h":[],"\\\\":0}');
  assert.deepEqual(readJson(Buffer.from('{"h":1,"\\n":2}')), { kind: "ok", value: { h: 1, "\n": 2 } });
  assert.equal(readJson(Buffer.from('{"h":1,"\\"":2,"\\u0022":3}')).kind, "unreadable");
});

function checkAgreement(text: string): void {
  const read = readJson(Buffer.from(text));
  const scanned = scanJson(text, 32);
  const parsed = parse(text);
  if (scanned.kind === "ok" || read.kind === "ok") {
    assert.deepEqual(read, scanned);
    assert.notEqual(parsed, undefined);
    // JSON.parse can misread an escaped name (nodejs/node#63785), so it cannot serve as an oracle there.
    if (!text.includes("\\")) assert.deepEqual(read, { kind: "ok", value: parsed });
    return;
  }
  const before = text.slice(0, scanned.offset).split(/\r\n|\r|\n/);
  const at = { line: before.length, column: (before.at(-1) ?? "").length + 1, path: scanned.pointer };
  assert.deepEqual(read, { kind: "unreadable", code: scanned.code, message: scanned.message, at });
  const outOfRange = Math.abs(Number.parseFloat(text.slice(scanned.offset))) === Number.POSITIVE_INFINITY;
  if (scanned.code === "malformed-json") assert.ok(parsed === undefined || outOfRange);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A generated text with its value and the codes of its errors. */
interface Sample {
  readonly text: string;
  readonly value: Json;
  readonly errors: readonly string[];
}

function documents(): fc.Arbitrary<Sample> {
  const gap = fc.constantFrom("", "", "", " ", "\n", "\r\n", "\r", "\t");
  const valid = ["null", "true", "false", "7", "-0", "1.50", "1E2", "0.1", "9007199254740992", "1e-7", "[]", "{}"];
  const ambiguous = ["9007199254740993", "1e-400", '"\\ud800"', '"\\udfff\\ud800"'];
  const malformed = ["1e999", "01", "tru", "'a'", '"\\x"', "@", "-", '"\t"'];
  const { value } = fc.letrec<{ value: Sample }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      { weight: 12, arbitrary: strings() },
      { weight: 12, arbitrary: fc.constantFrom(...valid).map(createSample) },
      {
        weight: 4,
        arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(JSON.stringify).map(createSample),
      },
      { weight: 1, arbitrary: fc.constantFrom(...ambiguous).map((text) => createInvalid(text, "ambiguous-json")) },
      { weight: 1, arbitrary: fc.constantFrom(...malformed).map((text) => createInvalid(text, "malformed-json")) },
      { weight: 12, arbitrary: fc.tuple(fc.array(tie("value"), { maxLength: 4 }), gap).map(createList) },
      {
        weight: 12,
        arbitrary: fc.tuple(fc.array(fc.tuple(strings(), tie("value")), { maxLength: 4 }), gap).map(createObject),
      },
    ),
  }));
  return value;
}

function strings(): fc.Arbitrary<Sample> {
  const plain = ["a", "b", "c", "é", "\u{1f600}", ":", "{", "]", "1e5", "__proto__"];
  const escaped = ["\\u0061", "\\u0062", "\\ud83d\\ude00", "\\n", '\\"', "\\\\"];
  const units = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...plain) },
    { weight: 1, arbitrary: fc.constantFrom(...escaped) },
  );
  return fc.array(units, { maxLength: 3 }).map((list) => createSample(`"${list.join("")}"`));
}

function createSample(text: string): Sample {
  return { text, value: JSON.parse(text), errors: [] };
}

function createInvalid(text: string, code: string): Sample {
  return { text, value: null, errors: [code] };
}

function createList([items, gap]: [Sample[], string]): Sample {
  return {
    text: `[${gap}${items.map(({ text }) => text).join(`${gap},`)}]`,
    value: items.map(({ value }) => value),
    errors: items.flatMap(({ errors }) => errors),
  };
}

function createObject([members, gap]: [[Sample, Sample][], string]): Sample {
  const entries = members.map(([name, item]): [string, Json] => [String(name.value), item.value]);
  const repeated = new Set(entries.map(([name]) => name)).size < entries.length;
  return {
    text: `{${members.map(([name, item]) => `${gap}${name.text}${gap}:${item.text}`).join(",")}${gap}}`,
    value: Object.fromEntries(entries),
    errors: [...members.flatMap(([, { errors }]) => errors), ...(repeated ? ["ambiguous-json"] : [])],
  };
}

type Edit = readonly [index: number, removed: number, added: string];

function edits(): fc.Arbitrary<Edit[]> {
  const added = ["", "", ...'"\\{}[],:09.e-ud \né\ufeff', "\\u", "\\ud800", "true"];
  return fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...added)), { minLength: 1, maxLength: 4 });
}

function applyEdit(text: string, [index, removed, added]: Edit): string {
  const start = text.length === 0 ? 0 : index % text.length;
  return (text.slice(0, start) + added + text.slice(start + removed)).toWellFormed();
}
