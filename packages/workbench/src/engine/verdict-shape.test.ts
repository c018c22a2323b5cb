import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonObject, proposalPackageSchema, verdictSchema } from "@assay/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { buildOutcome } from "./verdict-shape.ts";

// One verdict with every member that the schema knows: a new one has to be added here, and to the shapes.
const fix = [
  { op: "replace", path: "/a", value: 1 },
  { op: "remove", path: "/a" },
  { op: "move", from: "/b", path: "/c" },
];
const diagnostic = {
  code: "field.type",
  severity: "error",
  path: "/a",
  message: "m",
  needs: "edit",
  paths: ["/a", "/b"],
  why: "because",
  rule: "r",
  didYouMean: "d",
  fix,
};
const verdict = {
  valid: true,
  summary: "s",
  diagnostics: [diagnostic],
  skippedRules: ["a"],
  omitted: 1,
  registry: { idStatus: "free" },
  upcoming: { version: "2.0.0", effectiveFrom: "2030-01-01T00:00:00Z", diagnostics: [diagnostic] },
};
const digest = `sha256:${"0".repeat(64)}`;
const proposalPackage = {
  format: "proposal-package/v1",
  targetProduct: "datamint",
  domainId: "generator-option",
  specPackage: { version: "1.0.0", digest },
  candidate: {},
  digest,
};
const built = { valid: true, verdict, proposalPackage, idempotencyKey: "k" };

test("the page reads exactly those verdicts and packages of the worker that fit the schemas of the contract", () => {
  const { properties, required } = verdictSchema;
  const fits = compile({
    type: "object",
    properties: {
      valid: { const: true },
      verdict: { type: "object", properties: { ...properties, valid: { const: true } }, required },
      proposalPackage: { ...proposalPackageSchema, additionalProperties: true },
      idempotencyKey: { type: "string" },
    },
    required: ["valid", "verdict", "proposalPackage", "idempotencyKey"],
  });
  assert.deepEqual(missingIn(verdict, verdictSchema), []);
  assert.deepEqual(missingIn(proposalPackage, proposalPackageSchema), []);
  const counted = compareAll(built, fits, buildOutcome);
  assert.ok(counted.fitting > 50 && counted.others > 300, JSON.stringify(counted));
});

/** Changes a value at every place, one at a time, and compares what the schema and the shape say. */
function compareAll(value: Json | object, fits: (value: unknown) => boolean, shape: (value: unknown) => boolean) {
  const count = { fitting: 0, others: 0 };
  assert.ok(fits(value) && shape(value), "the value itself");
  for (const { at, changed } of mutants(value as Json)) {
    const expected = fits(changed);
    assert.equal(shape(changed), expected, `${at}: ${JSON.stringify(changed).slice(0, 200)}`);
    count[expected ? "fitting" : "others"] += 1;
  }
  return count;
}

/** Every value that a schema lists, so that a shape that lacks one is found. */
const listed = [...JSON.stringify(verdictSchema).matchAll(/"enum":(\[.*?\])/g)].flatMap(([, values = ""]) =>
  JSON.parse(values),
);
const others: readonly Json[] = [null, true, false, 7, "x", [], {}, ["x"], [{}], ...new Set(listed)];

function* mutants(value: Json, at = ""): Generator<{ readonly at: string; readonly changed: Json }> {
  for (const other of others) yield { at, changed: other };
  if (typeof value !== "object" || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    const place = `${at}/${name}`;
    const { [name]: _, ...rest } = value as JsonObject;
    if (!Array.isArray(value)) yield { at: place, changed: rest };
    for (const { at: inside, changed } of mutants(child, place)) {
      const replaced = Array.isArray(value)
        ? value.map((item, index) => (String(index) === name ? changed : item))
        : { ...(value as JsonObject), [name]: changed };
      yield { at: inside, changed: replaced };
    }
  }
}

/** The schema without what a shape does not look at: lengths, patterns and bounds. */
function compile(schema: object): (value: unknown) => boolean {
  const typesOnly = JSON.parse(JSON.stringify(schema), (name, value) => {
    if (["pattern", "minimum", "minItems", "maxItems", "maxLength", "description"].includes(name)) {
      if (typeof value !== "object") return undefined;
    }
    if (name === "type" && value === "integer") return "number";
    return isOperation(value) ? strictOperation : value;
  });
  return new Ajv2020({ strict: false }).compile(typesOnly) as never;
}

function isOperation(value: unknown): boolean {
  return typeof value === "object" && value !== null && "properties" in value && "op" in (value.properties as object);
}

// The schema of an operation lists what it may have; the type, and the page, what each kind needs.
const text = { type: "string" };
const strictOperation = {
  anyOf: [
    { properties: { op: { enum: ["replace"] }, path: text }, required: ["op", "path", "value"] },
    { properties: { op: { enum: ["remove"] }, path: text }, required: ["op", "path"] },
    { properties: { op: { enum: ["move"] }, from: text, path: text }, required: ["op", "from", "path"] },
  ].map((schema) => ({ type: "object", ...schema })),
};

/** The members of a schema that a value does not have, as pointers. */
function missingIn(value: unknown, schema: object, at = ""): readonly string[] {
  const { properties = {}, items } = schema as {
    readonly properties?: Record<string, object>;
    readonly items?: object;
  };
  if (Array.isArray(value)) return items && !isOperation(items) ? missingIn(value[0], items, `${at}/0`) : [];
  return Object.entries(properties).flatMap(([name, inside]) => {
    const found = (value as Record<string, unknown> | undefined)?.[name];
    return found === undefined ? [`${at}/${name}`] : missingIn(found, inside, `${at}/${name}`);
  });
}
