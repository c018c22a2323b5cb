// Compares the engine with validators that a team could use instead, with the same rules written for each; README.md says
// what each figure means and what it does not.

import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Json } from "@assay/contract";
import { createEngine, readJson, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { Ajv2020 } from "ajv/dist/2020.js";
import { mistaken, usual } from "./candidates.ts";
import { ratios } from "./measure.ts";
import { arktype } from "./peers/arktype.ts";
import { protovalidate } from "./peers/protovalidate.ts";
import { ajv, typebox } from "./peers/schemas.ts";
import { valibot } from "./peers/valibot.ts";
import { zod } from "./peers/zod.ts";

const plan = { rounds: 60, batchMs: 2 };
const file = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const specBytes = readFileSync(fileURLToPath(file));
const floor = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(specBytes.toString("utf8")).candidateSchema,
);
const texts = { valid: JSON.stringify(usual()), mistaken: JSON.stringify(mistaken()) };
const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
const compiled = engine.compileSpec(specBytes);
assert(compiled.kind === "ok");
const { spec } = compiled;
const registry = registryFromSnapshot({
  revision: "1",
  entries: [{ id: "person-basic", state: "active" }],
  pending: [],
});

/** The five mistakes, by the pointers at which they can be reported. */
const mistakes = [
  ["/generatorId"],
  ["/generator_name", "/generatorName", ""],
  ["/outputFields/9/type"],
  ["/supportedStrategies/1"],
  ["/sampleRecords/0/age"],
];

const validate = (candidate: Json) =>
  engine.validate({ spec, registry, candidate }).diagnostics.map(({ path }) => path);
const assay = {
  name: "Assay, with fixes",
  check: (candidate: unknown) => validate(candidate as Json),
  run(text: string) {
    const read = readJson(Buffer.from(text));
    assert(read.kind === "ok");
    return validate(read.value);
  },
};
const others = [ajv, typebox, valibot, zod, arktype, protovalidate].map((peer) => ({
  ...peer,
  run: (text: string) => peer.check(JSON.parse(text)),
}));
const peers = [...others, assay];

const measured = Object.entries(texts).map(([kind, text]) => {
  const arms = Object.fromEntries(peers.map(({ name, run }) => [name, () => run(text)]));
  const floored = { ...arms, floor: () => floor(JSON.parse(texts.valid)) };
  return [kind, ratios<string>(floored, plan)] as const;
});
for (const { name, check } of peers) {
  assert.deepEqual(check(usual()), [], `${name} accepts the valid candidate`);
  const found = check(mistaken());
  const count = mistakes.filter((places) => places.some((place) => found.includes(place))).length;
  const times = measured.map(([kind, ratio]) => `${kind} ${ratio[name]?.toFixed(1)}`).join(", ");
  console.log(
    `figure: ${name}, x floor, and how many of five mistakes it finds = ${times}; ${count} (bar printed only)`,
  );
}
