// Compares the engine with the minimum that a team would write itself: `JSON.parse` and a bare Ajv check.

import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type CompiledSpec,
  createEngine,
  describeProposal,
  readJson,
  registryFromSnapshot,
  type ValidateInput,
} from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { Ajv2020 } from "ajv/dist/2020.js";
import { faultyCandidate, largeCandidate, smallCandidate, usualCandidate } from "./candidates.ts";
import { measureRatios } from "./measure.ts";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
const specFile = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const specBytes = readFileSync(fileURLToPath(specFile));
// The published package, which includes expressions written by its product team.
const spec = compile(specBytes);
const nextFile = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/2.0.0.json");
const next = compile(readFileSync(fileURLToPath(nextFile)));
const entries = [{ id: "person-basic", state: "active" }] as const;
const registry = registryFromSnapshot({ revision: "1", entries, pending: [] });

// The check that a team could write in three lines.
const checkWithAjv = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(specBytes.toString("utf8")).candidateSchema,
);

function compile(bytes: Uint8Array): CompiledSpec {
  const compiled = engine.compileSpec(bytes);
  assert(compiled.kind === "ok");
  return compiled.spec;
}

function read(bytes: Uint8Array): ValidateInput["candidate"] {
  const answer = readJson(bytes);
  assert(answer.kind === "ok");
  return answer.value;
}

function createArms(text: string) {
  const bytes = Buffer.from(text);
  const candidate = read(bytes);
  assert(checkWithAjv(candidate) && engine.validate({ spec, registry, candidate }).valid);
  return {
    floor: () => checkWithAjv(JSON.parse(text)),
    read: () => read(bytes),
    // Makes the same call as the service.
    validate: () => engine.validate({ spec, registry, candidate: read(bytes), isJson: true }),
    build() {
      const built = engine.build({ spec, registry, candidate: read(bytes), isJson: true });
      assert(built.valid);
      return describeProposal(built.proposalPackage);
    },
  };
}

const plan = { rounds: 150, batchMs: 1 };
const text = JSON.stringify(usualCandidate());
const bytes = Buffer.from(text);
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const mistakes = Buffer.from(JSON.stringify(faultyCandidate()));
const { diagnostics } = engine.validate({ spec, registry, candidate: read(mistakes) });
assert(diagnostics.length === 5 && diagnostics.every(({ fix }) => fix));

const ratios = measureRatios(
  {
    ...createArms(text),
    announced: () => engine.validate({ spec, next, registry, candidate: read(bytes), isJson: true }),
    decode: () => strict.decode(bytes),
    parse: () => JSON.parse(text),
    mistaken: () => engine.validate({ spec, registry, candidate: read(mistakes) }),
  },
  plan,
);

console.log(`On ${bytes.length} bytes, in multiples of the floor (JSON.parse and a bare Ajv check):\n`);
printRow("validate", ratios.validate);
printRow("  decode", ratios.decode);
printRow("  JSON.parse", ratios.parse);
printRow("  screen and count members", ratios.read - ratios.decode - ratios.parse);
printRow("validate, with a next package announced", ratios.announced);
printRow("validate, build and review", ratios.build);
printRow("five mistakes with fixes", ratios.mistaken);
for (const candidate of [smallCandidate(), largeCandidate()]) {
  const sizeRatios = measureRatios(createArms(JSON.stringify(candidate)), plan);
  const size = JSON.stringify(candidate).length;
  printRow(`validate, on ${size} bytes`, sizeRatios.validate);
  printRow(`validate, build and review, on ${size} bytes`, sizeRatios.build);
}

console.log("");
printFigure("readJson, x JSON.parse on 8 KB", ratios.read / ratios.parse, 2);
printFigure("validate, x floor on 8 KB", ratios.validate, 5.5);
printFigure("validate with a next package announced, x one without", ratios.announced / ratios.validate, 2);
printFigure("validate, build and review, x floor on 8 KB", ratios.build, 20);
printFigure("five mistakes with fixes, x floor on 8 KB", ratios.mistaken, 30);

function printRow(name: string, ratio: number): void {
  console.log(`${name.padEnd(48)}${ratio.toFixed(2).padStart(7)}`);
}

// The gate is at twice the bar, because machines differ and are shared.
function printFigure(name: string, value: number, bar: number): void {
  console.log(`figure: ${name} = ${value.toFixed(2)} (bar ${bar})`);
  if (value <= 2 * bar || !process.argv.includes("--gate")) return;
  console.error(`${name}: more than twice its bar of ${bar}.`);
  process.exitCode = 1;
}
