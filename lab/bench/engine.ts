// Measures the engine against the least that a team would write by itself; README.md says what each figure means.

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
import { large, mistaken, small, usual } from "./candidates.ts";
import { ratios } from "./measure.ts";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
const specFile = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/1.0.0.json");
const specBytes = readFileSync(fileURLToPath(specFile));
// As it ships, with the expressions of its product team.
const spec = compile(specBytes);
const nextFile = import.meta.resolve("@assay/contract/spec-packages/datamint/generator-option/2.0.0.json");
const next = compile(readFileSync(fileURLToPath(nextFile)));
const entries = [{ id: "person-basic", state: "active" }] as const;
const registry = registryFromSnapshot({ revision: "1", entries, pending: [] });

// What a team would write in three lines.
const check = new Ajv2020({ strict: false, validateFormats: false }).compile(
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

function armsOn(text: string) {
  const bytes = Buffer.from(text);
  const candidate = read(bytes);
  assert(check(candidate) && engine.validate({ spec, registry, candidate }).valid);
  return {
    floor: () => check(JSON.parse(text)),
    read: () => read(bytes),
    // As the service does.
    validate: () => engine.validate({ spec, registry, candidate: read(bytes), isJson: true }),
    build() {
      const built = engine.build({ spec, registry, candidate: read(bytes), isJson: true });
      assert(built.valid);
      return describeProposal(built.proposalPackage);
    },
  };
}

const plan = { rounds: 150, batchMs: 1 };
const text = JSON.stringify(usual());
const bytes = Buffer.from(text);
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const mistakes = Buffer.from(JSON.stringify(mistaken()));
const { diagnostics } = engine.validate({ spec, registry, candidate: read(mistakes) });
assert(diagnostics.length === 5 && diagnostics.every(({ fix }) => fix));

const on8 = ratios(
  {
    ...armsOn(text),
    announced: () => engine.validate({ spec, next, registry, candidate: read(bytes), isJson: true }),
    decode: () => strict.decode(bytes),
    parse: () => JSON.parse(text),
    mistaken: () => engine.validate({ spec, registry, candidate: read(mistakes) }),
  },
  plan,
);

console.log(`On ${bytes.length} bytes, in multiples of the floor (JSON.parse and a bare Ajv check):\n`);
row("validate", on8.validate);
row("  decode", on8.decode);
row("  JSON.parse", on8.parse);
row("  screen and count members", on8.read - on8.decode - on8.parse);
row("validate, with a next package announced", on8.announced);
row("validate, build and review", on8.build);
row("five mistakes with fixes", on8.mistaken);
for (const candidate of [small(), large()]) {
  const other = ratios(armsOn(JSON.stringify(candidate)), plan);
  const size = JSON.stringify(candidate).length;
  row(`validate, on ${size} bytes`, other.validate);
  row(`validate, build and review, on ${size} bytes`, other.build);
}

console.log("");
figure("readJson, x JSON.parse on 8 KB", on8.read / on8.parse, 2);
figure("validate, x floor on 8 KB", on8.validate, 4);
figure("validate with a next package announced, x one without", on8.announced / on8.validate, 2);
figure("validate, build and review, x floor on 8 KB", on8.build, 6);
figure("five mistakes with fixes, x floor on 8 KB", on8.mistaken, 30);

function row(name: string, ratio: number): void {
  console.log(`${name.padEnd(48)}${ratio.toFixed(2).padStart(7)}`);
}

// Machines differ and are shared: the gate is at twice the bar.
function figure(name: string, value: number, bar: number): void {
  console.log(`figure: ${name} = ${value.toFixed(2)} (bar ${bar})`);
  if (value <= 2 * bar || !process.argv.includes("--gate")) return;
  console.error(`${name}: more than twice the bar of ${bar}.`);
  process.exitCode = 1;
}
