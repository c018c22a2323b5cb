import { type Json, type JsonObject, resolvedTests, type SpecPackage, type SpecTest } from "@assay/contract";
import { specPackageNames } from "../candidates/domains.ts";
import { specFile } from "../cases/golden-cases.ts";
import { createRandom, type Random } from "../seeded-random.ts";

/**
 * The spec package of one of as many domains as are asked for. Each is one of the contract's, with properties of its own,
 * so that no two have the same generated code; one in five has no rules in CEL.
 */
export function generatedPackage(index: number): SpecPackage {
  const name = specPackageNames[index % specPackageNames.length] ?? "";
  const { next: _, ...base } = JSON.parse(new TextDecoder().decode(specFile(name))) as SpecPackage;
  const spec: SpecPackage = { ...base, ...generatedName(index) };
  const { properties } = spec.candidateSchema as { readonly properties: JsonObject };
  const random = createRandom(index);
  const count = 2 + random.below(6);
  const added = Array.from({ length: count }, (_, at) => [`extra${index}Of${at}`, anySchema(random)] as const);
  const candidateSchema = {
    ...(spec.candidateSchema as JsonObject),
    properties: { ...properties, ...Object.fromEntries(added) },
  };
  return { ...(index % 5 === 4 ? withoutCel(spec) : spec), candidateSchema };
}

/** The name of a generated domain: ten domains are of one product. */
export function generatedName(index: number): { readonly targetProduct: string; readonly domainId: string } {
  return { targetProduct: `product-${Math.floor(index / 10)}`, domainId: `option-${index}` };
}

function anySchema(random: Random): Json {
  const size = 2 + random.below(60);
  return random.pick<() => Json>([
    () => ({ type: "string", maxLength: size, pattern: `^[a-z]{1,${size}}$` }),
    () => ({ type: "integer", minimum: 0, maximum: size }),
    () => ({ type: "string", enum: Array.from({ length: 2 + random.below(6) }, (_, at) => `value-${size}-${at}`) }),
    () => ({ type: "array", maxItems: size, items: { type: "string", maxLength: size + 1 } }),
    () => ({
      type: "object",
      properties: {
        from: { type: "string", format: "date", maxLength: 10 },
        amount: { type: "number", maximum: size },
      },
      required: ["from"],
      additionalProperties: false,
    }),
  ])();
}

function withoutCel(spec: SpecPackage): SpecPackage {
  const tests = resolvedTests(spec).filter(({ expect }) => expect.every(({ code }) => code !== "rule.violated"));
  const [accepted] = tests.filter(({ expect }) => expect.length === 0);
  const candidate = { ...(accepted?.candidate as JsonObject), owner: { kind: "agent", id: "bot" } };
  const refused: SpecTest = {
    name: "an agent cannot be the owner",
    registry: [],
    candidate,
    expect: [{ code: "owner.kind-not-allowed", path: "/owner/kind" }],
  };
  const rules = (spec.rules ?? []).filter(({ check }) => check !== "cel");
  return { ...spec, rules, tests: [...tests, refused] };
}
