import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpecPackage } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { sha256 } from "@assay/testing/sha256";
import { createEngine, readJson, readRegistry, registryFromSnapshot } from "./index.ts";

const bytes = specFile("datamint/generator-option/1.0.0");
const engine = createEngine({ sha256, cel: (await import("./cel/index.ts")).cel });
const compiled = engine.compileSpec(bytes);
assert(compiled.kind === "ok");
const { spec } = compiled;
const document = registryFile();
const registry = registryFromSnapshot(document);
const candidate = candidateFile("loyalty-card");

/** Asserts that a call with an argument of an incorrect type throws a TypeError whose message contains these parts. */
function assertRefused(call: () => unknown, ...parts: readonly string[]): void {
  assert.throws(call, (error: unknown) => {
    assert(error instanceof TypeError, String(error));
    assert.match(error.message, /^`[^`]+` must be .+, but is .+\. .+\.$/);
    for (const part of parts) assert.ok(error.message.includes(part), `${error.message} lacks ${part}`);
    return true;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: these tests pass invalid arguments.
const toAny = (value: unknown): any => value;

test("refuses the whole result of compileSpec, and explains where the spec is", () => {
  for (const call of [
    () => engine.validate({ spec: toAny(compiled), registry, candidate }),
    () => engine.build({ spec: toAny(compiled), registry, candidate }),
    () => engine.verifyPackage({}, toAny(compiled), registry),
  ])
    assertRefused(call, "`spec` must be a compiled spec", "is an object", "Pass the `spec` of a result of compileSpec");
  assertRefused(() => engine.validate({ spec: toAny({ ...spec }), registry, candidate }), "is an object");
  assertRefused(
    () => engine.validate({ spec, next: toAny(compiled), registry, candidate }),
    "`next`",
    "Pass the `spec`",
  );
});

test("refuses a registry document in place of a view, and names the function that creates a view", () => {
  const validateWith = (view: unknown) => () => engine.validate({ spec, registry: toAny(view), candidate });
  assertRefused(
    validateWith(document),
    "`registry` must be a registry view",
    "is a registry document",
    "registryFromSnapshot",
  );
  for (const [value, kind] of [
    [undefined, "undefined"],
    [null, "null"],
    [[], "an array"],
    [Promise.resolve(registry), "a Promise"],
  ] as const)
    assertRefused(validateWith(value), `but is ${kind}`);
});

test("refuses a view that returns a Promise, because any id would look free", () => {
  const validateWith = (find: unknown) => () =>
    engine.validate({ spec, registry: toAny({ revision: "1", find }), candidate });
  assertRefused(
    validateWith(async () => ({ kind: "taken", state: "active" })),
    "`registry.find`",
    "a Promise",
  );
  assertRefused(
    validateWith(() => undefined),
    "returns undefined",
  );
  assertRefused(
    validateWith(() => ({ kind: "Taken" })),
    "an object",
  );
});

test("refuses a next spec package for another domain, and names both domains", () => {
  const otherDomain: SpecPackage = { ...spec.document, domainId: "other-option" };
  const next = engine.compileSpec(new TextEncoder().encode(JSON.stringify(otherDomain)));
  assert(next.kind === "ok");
  assertRefused(
    () => engine.validate({ spec, next: next.spec, registry, candidate }),
    "`next`",
    "datamint/generator-option",
    "datamint/other-option",
  );
});

test("refuses a sha256 function that is asynchronous or does not return hexadecimal digits", () => {
  const parts = [
    [async (text: string) => sha256(text), "a Promise"],
    [() => new Uint8Array(32), "a Uint8Array"],
    [(text: string) => sha256(text).toUpperCase(), "another string"],
  ] as const;
  for (const [hash, found] of parts) {
    assertRefused(() => createEngine({ sha256: toAny(hash) }), "`sha256`", `returns ${found}`, "synchronous");
  }
  assertRefused(() => createEngine(toAny({})), "`sha256`", "is undefined");
  assertRefused(() => createEngine(toAny(undefined)), "`parts`");
});

test("refuses a string in place of bytes, and explains how to encode it", async () => {
  for (const call of [() => readJson(toAny("{}")), () => engine.compileSpec(toAny("{}"))])
    assertRefused(call, "`bytes` must be a Uint8Array", "is a string", "TextEncoder");
  assertRefused(() => readJson(toAny(new ArrayBuffer(2))), "an ArrayBuffer", "new Uint8Array(arrayBuffer)");
  assertRefused(() => engine.compileSpec(toAny(undefined)), "undefined");
  assertRefused(() => engine.compileAccepted(toAny("{}")), "`bytes` must be a Uint8Array");
});

test("names the invalid argument of every other function", () => {
  assertRefused(() => engine.validate(toAny(undefined)), "`input`");
  assertRefused(() => engine.validate({ spec, registry, candidate, caller: toAny(spec) }), "`caller` must be a string");
  assertRefused(() => readRegistry(toAny(document), "datamint"), "`bytes`");
});

test("accepts any value as a candidate without throwing", () => {
  const values: readonly unknown[] = [undefined, null, 7n, Symbol("x"), () => 1, new Date(0), { a: undefined }, []];
  for (const value of values) {
    assert.equal(engine.validate({ spec, registry, candidate: value }).valid, false);
    assert.equal(engine.build({ spec, registry, candidate: value }).valid, false);
  }
});

test("a compiled spec exposes its document and digest, and nothing else", () => {
  assert.deepEqual(Object.keys(spec), ["document", "digest"]);
  assert.equal(Object.getOwnPropertySymbols(spec).length, 0);
});
