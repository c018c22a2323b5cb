import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { readJson } from "./read-json.ts";
import { scanJson } from "./scan-json.ts";

test("a document made without errors is read as intended, one made with an error is refused for it", () => {
  fc.assert(
    fc.property(documents(), ({ text, value, faults }) => {
      const read = readJson(Buffer.from(text));
      if (read.kind === "ok") assert.deepEqual([read.value, []], [value, faults]);
      else assert.ok(faults.includes(read.code), `${read.code} is none of ${faults}`);
    }),
    propertyRuns(),
  );
});

test("the quick way, the precise scanner and JSON.parse agree on every document", () => {
  const made = documents().map(({ text }) => text);
  const mutated = fc.tuple(made, edits()).map(([text, list]) => list.reduce(applyEdit, text));
  fc.assert(fc.property(fc.oneof(made, mutated), checkAgreement), propertyRuns(5));
});

test("no bytes at all make the reader throw, and what is not UTF-8 is never read", () => {
  const noise = fc.uint8Array({ maxLength: 40 });
  const broken = fc
    .tuple(documents(), fc.nat(), fc.integer({ min: 0x80, max: 0xff }))
    .map(([{ text }, at, byte]) => new Uint8Array(Buffer.from(text)).with(at % Buffer.byteLength(text), byte));
  fc.assert(
    fc.property(fc.oneof(noise, broken), (bytes) => {
      const read = readJson(bytes);
      if (read.kind === "ok")
        assert.deepEqual(read, scanJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), 32));
    }),
    propertyRuns(),
  );
});

test("an escaped name is read as it is written, whatever was read before", () => {
  // JSON.parse of Node 24 and 26 gives the second document the name of the first (nodejs/node#63785).
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
    // JSON.parse may give an escaped name wrong (nodejs/node#63785), so it is no oracle for those.
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

/** A text, what it means, and what is wrong with it, known from how it was made. */
interface Sample {
  readonly text: string;
  readonly value: Json;
  readonly faults: readonly string[];
}

function documents(): fc.Arbitrary<Sample> {
  const gap = fc.constantFrom("", "", "", " ", "\n", "\r\n", "\r", "\t");
  const good = ["null", "true", "false", "7", "-0", "1.50", "1E2", "0.1", "9007199254740992", "1e-7", "[]", "{}"];
  const ambiguous = ["9007199254740993", "1e-400", '"\\ud800"', '"\\udfff\\ud800"'];
  const malformed = ["1e999", "01", "tru", "'a'", '"\\x"', "@", "-", '"\t"'];
  const { value } = fc.letrec<{ value: Sample }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      { weight: 12, arbitrary: strings() },
      { weight: 12, arbitrary: fc.constantFrom(...good).map(createSample) },
      {
        weight: 4,
        arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(JSON.stringify).map(createSample),
      },
      { weight: 1, arbitrary: fc.constantFrom(...ambiguous).map((text) => createFaulty(text, "ambiguous-json")) },
      { weight: 1, arbitrary: fc.constantFrom(...malformed).map((text) => createFaulty(text, "malformed-json")) },
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
  return { text, value: JSON.parse(text), faults: [] };
}

function createFaulty(text: string, fault: string): Sample {
  return { text, value: null, faults: [fault] };
}

function createList([items, gap]: [Sample[], string]): Sample {
  return {
    text: `[${gap}${items.map(({ text }) => text).join(`${gap},`)}]`,
    value: items.map(({ value }) => value),
    faults: items.flatMap(({ faults }) => faults),
  };
}

function createObject([members, gap]: [[Sample, Sample][], string]): Sample {
  const entries = members.map(([name, item]): [string, Json] => [String(name.value), item.value]);
  const repeated = new Set(entries.map(([name]) => name)).size < entries.length;
  return {
    text: `{${members.map(([name, item]) => `${gap}${name.text}${gap}:${item.text}`).join(",")}${gap}}`,
    value: Object.fromEntries(entries),
    faults: [...members.flatMap(([, { faults }]) => faults), ...(repeated ? ["ambiguous-json"] : [])],
  };
}

type Edit = readonly [at: number, removed: number, added: string];

function edits(): fc.Arbitrary<Edit[]> {
  const added = ["", "", ...'"\\{}[],:09.e-ud \né\ufeff', "\\u", "\\ud800", "true"];
  return fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...added)), { minLength: 1, maxLength: 4 });
}

function applyEdit(text: string, [at, removed, added]: Edit): string {
  const start = text.length === 0 ? 0 : at % text.length;
  return (text.slice(0, start) + added + text.slice(start + removed)).toWellFormed();
}
