import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { countMembers, hasType, isObject, readMember, setMember, toJsonType } from "./json.ts";

test("reads only own members", () => {
  const empty: JsonObject = {};
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    assert.equal(readMember(empty, name), undefined);
    const object = JSON.parse(`{"${name}":1}`) as JsonObject;
    assert.equal(readMember(object, name), 1);
  }
  assert.equal(readMember({ a: null }, "a"), null);
});

test("sets an ordinary member, whatever its name", () => {
  const object: Record<string, Json> = {};
  for (const name of ["a", "__proto__", "constructor"]) {
    setMember(object, name, 1);
    const expected = { value: 1, enumerable: true, configurable: true, writable: true };
    assert.deepEqual(Object.getOwnPropertyDescriptor(object, name), expected);
  }
});

test("arrays and null are not objects", () => {
  assert.equal(isObject({}), true);
  assert.equal(isObject(Object.create(null)), true);
  for (const value of [null, [], "x", 1, true, undefined]) assert.equal(isObject(value), false);
});

test("every JSON value has a type name", () => {
  const values: readonly Json[] = [null, false, 0, "", [], {}];
  assert.deepEqual(values.map(toJsonType), ["null", "boolean", "number", "string", "array", "object"]);
});

test("a value has only its own type, except that a whole number is also an integer", () => {
  const types: readonly (readonly [Json, readonly string[]])[] = [
    [null, ["null"]],
    [true, ["boolean"]],
    [1, ["number", "integer"]],
    [1.5, ["number"]],
    ["1", ["string"]],
    [[], ["array"]],
    [{}, ["object"]],
  ];
  const names = ["null", "boolean", "number", "integer", "string", "array", "object"];
  for (const [value, expected] of types) {
    assert.deepEqual(
      names.filter((name) => hasType(value, name)),
      expected,
    );
  }
});

test("counts only own members", () => {
  assert.equal(countMembers({}), 0);
  assert.equal(countMembers(Object.assign(Object.create({ inherited: 1 }), { a: 1, b: undefined })), 2);
});
