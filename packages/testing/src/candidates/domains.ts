import { type JsonObject, resolveTests } from "@assay/contract";
import { type CompiledSpec, type RegistryView, registryFromSnapshot } from "@assay/engine";
import { compileValidSpec } from "../cases/compile-valid-spec.ts";
import { specFile } from "../cases/golden-cases.ts";
import type { CaseEdit } from "../cases/patch-json.ts";

/** A compiled spec package with a registry, and a candidate that it accepts. */
export interface Domain {
  readonly name: string;
  readonly spec: CompiledSpec;
  readonly registry: RegistryView;
  readonly example: JsonObject;
}

/** The spec packages of seven products. Datamint has two versions. */
const specPackageNames: readonly string[] = [
  "canvas/chart-type/1.0.0",
  "datamint/generator-option/1.0.0",
  "datamint/generator-option/2.0.0",
  "fieldlab/sensor/1.0.0",
  "flagship/feature-flag/1.0.0",
  "gateway/endpoint/1.0.0",
  "lingua/text-collection/1.0.0",
  "pipeline/connector/1.0.0",
];

/** Compiles every spec package in the contract. */
export function listSpecDomains(): readonly Domain[] {
  return specPackageNames.map((name) => findSpecDomain(name));
}

/** Applies edits to a spec package from the contract and compiles it. Without edits, it is compiled only once. */
export function findSpecDomain(name: string, edits: readonly CaseEdit[] = []): Domain {
  if (edits.length > 0) return compileDomain(name, edits);
  const domain = compiledByName.get(name) ?? compileDomain(name, []);
  compiledByName.set(name, domain);
  return domain;
}

const compiledByName = new Map<string, Domain>();

function compileDomain(name: string, edits: readonly CaseEdit[]): Domain {
  const spec = compileValidSpec(specFile(name, edits));
  const [accepted] = resolveTests(spec.document).filter(({ expect }) => expect.length === 0);
  const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });
  return { name, spec, registry, example: accepted?.candidate as JsonObject };
}
