import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { toCanonicalForm, toCanonicalJson, toCanonicalJsonMetered } from "./canonical-json.ts";
import { readJson } from "./read-json.ts";

const vectors = new URL("../../../../../shared/data/rfc8785/", import.meta.url);

test("reproduces the test vectors of RFC 8785 byte for byte", {
  skip: existsSync(vectors) ? false : "the conformance data (shared/data/rfc8785 next to the repository) is missing",
}, () => {
  const files = readdirSync(new URL("input/", vectors));
  let agreed = 0;
  for (const file of files) {
    // readJson would refuse values.json for 333333333.33333329, because a double loses its last digit.
    const value = JSON.parse(readFileSync(new URL(`input/${file}`, vectors), "utf8")) as Json;
    assert.equal(toCanonicalJson(value), readFileSync(new URL(`output/${file}`, vectors), "utf8"), file);
    agreed++;
  }
  process.stdout.write(`figure: rfc8785 vectors = ${agreed} of ${files.length} (bar 6)\n`);
  assert.equal(agreed, 6);
});

test("writes any value as the reference implementation does", () => {
  fc.assert(
    fc.property(values(), (value) => assert.equal(toCanonicalJson(value), canonicalize(value))),
    propertyRuns(),
  );
});

test("the canonical form can be read again, and does not depend on the order of members", () => {
  fc.assert(
    fc.property(values(), (value) => {
      const text = toCanonicalJson(value);
      const read = readJson(new TextEncoder().encode(text));
      assert.equal(read.kind, "ok");
      if (read.kind === "ok") assert.equal(toCanonicalJson(read.value), text);
      assert.equal(toCanonicalJson(reverseMembers(value)), text);
    }),
    propertyRuns(0.1),
  );
});

test("sorts names as RFC 8785 does, even names that JavaScript treats specially", () => {
  const toCanonical = (text: string): string => toCanonicalJson(JSON.parse(text) as Json);
  assert.equal(toCanonical('{"9":1,"10":2,"!":3,"a":4}'), '{"!":3,"10":2,"9":1,"a":4}');
  assert.equal(toCanonical('{"9":1,"10":2}'), '{"10":2,"9":1}');
  assert.equal(
    toCanonical('{"b":{"2":1,"1":2},"a":{"__proto__":{"z":1,"y":2},"_":3}}'),
    '{"a":{"_":3,"__proto__":{"y":2,"z":1}},"b":{"1":2,"2":1}}',
  );
  assert.equal(toCanonical('{"z":1,"__proto__":null,"A":2}'), '{"A":2,"__proto__":null,"z":1}');
  assert.equal(toCanonical("[-0,1e21,1e-7,1.0]"), "[0,1e+21,1e-7,1]");
});

test("sorts each object by its own names, not by the names of the previous object", () => {
  const toCanonical = (text: string): string => toCanonicalJson(JSON.parse(text) as Json);
  assert.equal(toCanonical('{"b":1,"c":2,"a":3}'), '{"a":3,"b":1,"c":2}');
  assert.equal(
    toCanonical('[{"b":1,"a":2},{"c":1,"d":2},{"c":1,"b":2},{"b":1}]'),
    '[{"a":2,"b":1},{"c":1,"d":2},{"b":2,"c":1},{"b":1}]',
  );
  assert.deepEqual(toCanonicalForm([{}, { a: 1, b: 2 }, { a: 1 }, {}]).copy, [{}, { a: 1, b: 2 }, { a: 1 }, {}]);
});

test("sorts a one-digit name as a string", () => {
  for (const digit of ["0", "5", "9"]) {
    assert.equal(toCanonicalJson({ [digit]: [3, { b: 1, a: [] }], "!": 2 }), `{"!":2,"${digit}":[3,{"a":[],"b":1}]}`);
  }
});

test("sorts members in a copy and leaves the original unchanged", () => {
  const value = { b: [{ d: 1, c: 2 }], a: null };
  const sorted = toCanonicalForm(value).copy;
  assert.equal(JSON.stringify(sorted), '{"a":null,"b":[{"c":2,"d":1}]}');
  assert.equal(JSON.stringify(value), '{"b":[{"d":1,"c":2}],"a":null}');
  fc.assert(
    fc.property(values(), (any) => assert.deepEqual(toCanonicalForm([any]).copy, [any])),
    propertyRuns(0.1),
  );
});

function values(): fc.Arbitrary<Json> {
  const name = fc.oneof(
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "length",
      "",
      "\u{1f600}",
      "\uff21",
      "\ue000",
      "\u{10ffff}",
    ),
    fc.nat(20).map(String),
    fc.constantFrom("00", "-1", "1.5", "4294967294", "4294967295", "9007199254740993", "2fa"),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(null, true, false, -0),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.string({ unit: "binary" }),
      fc.array(tie("value"), { maxLength: 5 }),
      fc.array(fc.tuple(name, tie("value")), { maxLength: 24 }).map(toObject),
    ),
  }));
  return value;
}

function toObject(members: readonly (readonly [string, Json])[]): Json {
  // Object.fromEntries defines members, so `__proto__` becomes an ordinary member.
  return Object.fromEntries(members);
}

function reverseMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (typeof value !== "object" || value === null) return value;
  return toObject(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, reverseMembers(item)]),
  );
}

function measure(value: Json): { readonly text: string; readonly steps: number } {
  const meter = createMeter(1e9);
  const text = toCanonicalJsonMetered(value, meter);
  return { text, steps: 1e9 - meter.left };
}

test("a wide object never costs less inside another value or next to numeric names", () => {
  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`m${index}`, index]));
  const { steps } = measure({ a: wide });
  for (const value of [{ 1: wide }, [{ 1: 0 }, wide], { a: { ...wide, 1: 0 } }]) {
    assert.ok(measure(value).steps >= steps, JSON.stringify(value).slice(0, 40));
  }
});

test("the cost grows with the length of the text, and objects with more than 128 members cost extra", () => {
  const createObject = (members: number) =>
    Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, 0]));
  const countExtra = (value: Json) => {
    const { text, steps } = measure(value);
    assert.equal(text, toCanonicalJson(value));
    return steps - text.length / 8;
  };
  for (const value of [[], [1, 2], { b: [{ a: 1 }] }, createObject(128), { ...createObject(127), 1: 0 }]) {
    assert.equal(countExtra(value), 0);
  }
  const wide = countExtra(createObject(129));
  assert.ok(wide > 129);
  assert.equal(countExtra([createObject(129), { a: createObject(129) }]), 2 * wide);
  assert.equal(countExtra([createObject(129), { 1: createObject(129) }]), 2 * wide);
  for (const value of ["x".repeat(64), 7, null]) assert.ok(countExtra(value) < 0, "a scalar costs less");
  assert.ok(measure("x").steps > 0);
});
