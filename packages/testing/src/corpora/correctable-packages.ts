import type { Json, JsonObject } from "@assay/contract";
import { type CompiledSpec, type RegistryView, registryFromSnapshot } from "@assay/engine";
import { engine } from "../cases/run-case.ts";
import { addCondition, createBranches } from "../package-pieces/conditions.ts";
import { addRecords, fieldTypes } from "../package-pieces/records.ts";
import { addScalars } from "../package-pieces/scalars.ts";
import {
  addProperty,
  addRules,
  type Builder,
  type PackageKind,
  type Shape,
  toSchema,
} from "../package-pieces/shape.ts";
import { addLists, addSorted, addWarning, addWord, listWords } from "../package-pieces/words.ts";
import type { Random } from "../seeded-random.ts";

/** A spec package without its tests, and a candidate that it should accept. */
export interface CorrectablePackage {
  readonly kinds: ReadonlySet<PackageKind>;
  readonly specPackage: JsonObject;
  readonly example: Json;
}

/** Creates a small spec package of several kinds, whose names and values have other spellings. */
export function createCorrectablePackage(random: Random): CorrectablePackage {
  const builder: Builder = { random, kinds: new Set() };
  const shape = createShape(builder, 0);
  for (let added = random.below(3); added > 0; added -= 1) addObject(shape, createShape(builder, 1), builder);
  const { rules, normalize } = shape;
  const properties = { ...fixedProperties, ...shape.properties };
  const required = [...Object.keys(fixedProperties), ...shape.required];
  const example = { owner: { kind: "human", id: "ada" }, generatorId: "sea-side", ...shape.example };
  const specPackage: JsonObject = {
    format: "spec-package/v1",
    targetProduct: "trials",
    domainId: "trial",
    version: "1.0.0",
    title: "Trials",
    summary: "What a trial contains.",
    owner: { kinds: ["human"] },
    generatorId: { compare: random.below(5) === 0 ? "exact" : "ascii-lower-separators" },
    candidateSchema: toSchema({ ...shape, properties, required, example }, random),
    ...(builder.kinds.has("records") ? { fieldTypes } : {}),
    rules: rules.map((rule, index) => ({ id: `rule-${index}`, ...rule })),
    normalize: [...new Map(normalize.map((each) => [each.at, each])).values()],
  };
  return { kinds: builder.kinds, specPackage, example };
}

/** Compiles a package with two tests: its example is accepted, and with another owner it is refused. */
export function compilePackage({
  specPackage,
  example,
}: Pick<CorrectablePackage, "specPackage" | "example">): CompiledPackage | undefined {
  const patch = [{ op: "replace", path: "/owner/kind", value: "agent" }];
  const expect = [{ code: "owner.kind-not-allowed", path: "/owner/kind" }];
  const tests = [
    { name: "accepted", registry: [], candidate: example, expect: [] },
    { name: "refused", base: "accepted", patch, expect },
  ];
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify({ ...specPackage, tests })));
  return compiled.kind === "broken" ? undefined : { spec: compiled.spec, registry };
}

/** A compiled package with a registry. */
export interface CompiledPackage {
  readonly spec: CompiledSpec;
  readonly registry: RegistryView;
}

const registry = registryFromSnapshot({
  revision: "1",
  entries: [{ id: "old-one", state: "active" }],
  pending: [{ id: "new-one" }],
});

const text = { type: "string", minLength: 1, maxLength: 32 };
const fixedProperties = {
  owner: {
    type: "object",
    properties: { kind: text, id: text },
    required: ["kind", "id"],
    additionalProperties: false,
  },
  generatorId: { ...text, pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" },
};

type Piece = (shape: Shape, builder: Builder, depth: number) => unknown;
const flatPieces: readonly Piece[] = [addWord, addCondition, addCondition, addLists, addWarning, addSorted];
const allPieces: readonly Piece[] = [...flatPieces, addTags, addRecords];

// The objects inside an object have a greater depth, and the deepest are flat.
function createShape(builder: Builder, depth: number): Shape {
  const { random } = builder;
  const shape: Shape = { properties: {}, required: [], parts: [], example: {}, rules: [], normalize: [], words: [] };
  const count = depth < 2 ? 1 + random.below(3) : 1;
  const pieces = Array.from({ length: count }, () => random.pick(depth < 2 ? allPieces : flatPieces));
  for (const piece of [addWord, addScalars, ...pieces]) piece(shape, builder, depth);
  return shape;
}

/** Adds an object to another: directly, in a list or in a map. */
function addObject(outer: Shape, inner: Shape, { random, kinds }: Builder): void {
  const schema = toSchema(inner, random);
  const form = random.pick(["object", "list", "map", "patterns"]);
  const limited = { type: "object", maxProperties: 1 + random.below(3) };
  const property = random.pick(["setUp", "parts", "by_region"]);
  const [word] = inner.words as [Shape["words"][number]];
  if (form === "object") {
    const name = addProperty(outer, property, schema, inner.example);
    addRules(outer, inner, `/${name}`);
    const test = { properties: { [name]: { properties: { [word.name]: { const: word.value } } } } };
    kinds.add("conditions");
    outer.parts.push({ if: test, ...createBranches(outer, random, true) });
  } else if (form === "list") {
    const name = addProperty(outer, property, { type: "array", maxItems: 1 + random.below(4), items: schema }, [
      inner.example,
    ]);
    addRules(outer, inner, `/${name}/*`);
    outer.rules.push({ check: "unique-by", at: `/${name}`, by: `/${word.name}` });
  } else {
    const entries =
      form === "map"
        ? { additionalProperties: schema }
        : { patternProperties: { "^[a-z]+$": schema }, additionalProperties: false };
    const name = addProperty(outer, property, { ...limited, ...entries }, { first: inner.example });
    addRules(outer, inner, `/${name}/*`);
  }
}

/** Adds an object that a tag tells apart; inside the first form is another. */
function addTags(shape: Shape, builder: Builder, depth: number): void {
  const { random } = builder;
  const tags = listWords(random).slice(0, 2 + random.below(3));
  const forms = tags.map(() => createShape(builder, 2));
  if (depth === 0) {
    builder.kinds.add("nested tags");
    addTags(forms[0] as Shape, builder, 1);
  }
  const tagName = random.pick(["kind", "sourceType"]);
  for (const [index, tag] of tags.entries()) {
    const aliases = { [`x-${tag}`]: tag };
    const schema = random.pick<JsonObject>([{ const: tag }, { enum: [tag], aliases }]);
    addProperty(forms[index] as Shape, tagName, schema, tag);
  }
  const chosen = forms[random.pick([0, 0, 1])] as Shape;
  const oneOf = forms.map((form) => toSchema(form, random));
  const name = addProperty(shape, "dataSource", { oneOf }, chosen.example, random.pick(["required", "optional"]));
  // Rules apply to every form, so those of the other forms must not be about the example.
  const isElsewhere = ({ at }: JsonObject) => {
    const [, property = ""] = String(at).split("/");
    return property !== "" && !Object.hasOwn(chosen.properties, property);
  };
  for (const form of forms) {
    const applies = form === chosen ? () => true : isElsewhere;
    addRules(shape, { rules: form.rules.filter(applies), normalize: form.normalize.filter(applies) }, `/${name}`);
  }
}
