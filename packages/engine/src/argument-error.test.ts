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

/** Calls with arguments that the types refuse, as JavaScript can. */
function assertRefused(call: () => unknown, ...parts: readonly string[]): void {
  assert.throws(call, (error: unknown) => {
    assert(error instanceof TypeError, String(error));
    assert.match(error.message, /^`[^`]+` must be .+, but is .+\. .+\.$/);
    for (const part of parts) assert.ok(error.message.includes(part), `${error.message} lacks ${part}`);
    return true;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the subject.
const toAny = (value: unknown): any => value;

test("the result of compileSpec in place of its spec is refused with where the spec is", () => {
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

test("a registry document in place of a view is answered with the function that makes a view of it", () => {
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

test("a view that answers with a Promise is refused: its answer would look as if the id were free", () => {
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

test("a next spec package of another domain is refused with both names", () => {
  const other: SpecPackage = { ...spec.document, domainId: "other-option" };
  const next = engine.compileSpec(new TextEncoder().encode(JSON.stringify(other)));
  assert(next.kind === "ok");
  assertRefused(
    () => engine.validate({ spec, next: next.spec, registry, candidate }),
    "`next`",
    "datamint/generator-option",
    "datamint/other-option",
  );
});

test("an asynchronous sha256, or one that gives anything but hexadecimal digits, is refused at once", () => {
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

test("a string where bytes are expected is refused with the way to encode it", async () => {
  for (const call of [() => readJson(toAny("{}")), () => engine.compileSpec(toAny("{}"))])
    assertRefused(call, "`bytes` must be a Uint8Array", "is a string", "TextEncoder");
  assertRefused(() => readJson(toAny(new ArrayBuffer(2))), "an ArrayBuffer", "new Uint8Array(arrayBuffer)");
  assertRefused(() => engine.compileSpec(toAny(undefined)), "undefined");
  assertRefused(() => engine.compileAccepted(toAny("{}")), "`bytes` must be a Uint8Array");
});

test("every other function says which argument is wrong", () => {
  assertRefused(() => engine.validate(toAny(undefined)), "`input`");
  assertRefused(() => engine.validate({ spec, registry, candidate, caller: toAny(spec) }), "`caller` must be a string");
  assertRefused(() => readRegistry(toAny(document), "datamint"), "`bytes`");
});

test("any value may be a candidate: none makes a function throw", () => {
  const values: readonly unknown[] = [undefined, null, 7n, Symbol("x"), () => 1, new Date(0), { a: undefined }, []];
  for (const value of values) {
    assert.equal(engine.validate({ spec, registry, candidate: value }).valid, false);
    assert.equal(engine.build({ spec, registry, candidate: value }).valid, false);
  }
});

test("a compiled spec shows its document and digest, and nothing else", () => {
  assert.deepEqual(Object.keys(spec), ["document", "digest"]);
  assert.equal(Object.getOwnPropertySymbols(spec).length, 0);
});
