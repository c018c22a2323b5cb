import type { JsonObject } from "../json/json.ts";
import type { PatchedTest, SpecPackage } from "./spec-package.ts";

/**
 * A small, valid spec package to start from: its texts say what each member is for, and its tests reach every rule.
 *
 * @example
 * const text = JSON.stringify(firstSpecPackage("my-product", "my-proposals"), null, 2);
 */
export function firstSpecPackage(targetProduct: string, domainId: string): SpecPackage {
  const complete = "a complete proposal is accepted";
  const changed = (name: string, edits: JsonObject, expect: PatchedTest["expect"] = []): PatchedTest => ({
    name,
    base: complete,
    patch: Object.entries(edits).map(([path, value]) => ({ op: "replace", path, value })),
    expect,
  });
  return {
    format: "spec-package/v1",
    targetProduct,
    domainId,
    version: "1.0.0",
    title: "A name for these rules, which authors see in lists",
    summary: "One or two sentences for authors: what they propose, and what a proposal must contain.",
    owner: {
      kinds: ["human"],
      why: "Say why only these kinds of owner are allowed. This rule always applies, and its reason is quoted.",
    },
    generatorId: {
      compare: "ascii-lower-separators",
      why: "Say why ids are unique. This rule always applies: the registry of the product says which ids are taken.",
    },
    candidateSchema: {
      type: "object",
      description: "The JSON Schema of a proposal. Every string, array and object needs a maximum size.",
      properties: {
        owner: {
          type: "object",
          description: "Who answers for the proposal. Every proposal has an owner with a kind.",
          properties: {
            kind: {
              type: "string",
              maxLength: 32,
              description: "What the owner is. `owner` above says what is allowed.",
            },
            id: { type: "string", minLength: 1, maxLength: 128, description: "The account of the owner." },
          },
          required: ["kind", "id"],
          additionalProperties: false,
        },
        generatorId: {
          type: "string",
          maxLength: 64,
          pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
          description: "The id of what is proposed. The property has this name in every product.",
        },
        name: {
          type: "string",
          minLength: 3,
          maxLength: 80,
          description:
            "A description says what belongs in a property. It is quoted if the value is missing or invalid.",
        },
        kind: { type: "string", enum: ["small", "large"], description: "An enum lists the values that are allowed." },
        steps: {
          type: "array",
          minItems: 1,
          maxItems: 16,
          description: "An array has a maximum length and says what its items are.",
          items: {
            type: "object",
            properties: { label: { type: "string", minLength: 1, maxLength: 80, description: "What people read." } },
            required: ["label"],
            additionalProperties: false,
          },
        },
      },
      required: ["owner", "generatorId", "name", "kind", "steps"],
      additionalProperties: false,
    },
    rules: [
      {
        id: "labels-unique",
        check: "unique-by",
        at: "/steps",
        by: "/label",
        why: "A rule says what a schema cannot, and `why` is quoted with it: two steps with one label look the same.",
      },
      {
        id: "large-needs-steps",
        check: "cel",
        at: "",
        assert: "self.kind != 'large' || size(self.steps) >= 2",
        message: "A large proposal has at least two steps.",
        why: "A rule with `check: cel` is an expression that is true for every proposal that you accept.",
      },
    ],
    normalize: [{ at: "/name", ops: ["nfc", "trim"] }],
    tests: [
      {
        name: complete,
        registry: ["old-one"],
        candidate: {
          owner: { kind: "human", id: "ada" },
          generatorId: "sea-side",
          name: "Sea side",
          kind: "small",
          steps: [{ label: "Start" }, { label: "End" }],
        },
        expect: [],
      },
      changed("a large proposal with two steps is accepted", { "/kind": "large" }),
      changed("an agent cannot own a proposal", { "/owner/kind": "agent" }, [
        { code: "owner.kind-not-allowed", path: "/owner/kind" },
      ]),
      changed("an id of the registry is taken", { "/generatorId": "old-one" }, [
        { code: "registry.id-taken", path: "/generatorId" },
      ]),
      changed("steps have labels of their own", { "/steps/1/label": "Start" }, [
        { code: "list.duplicate", path: "/steps/1/label" },
      ]),
      changed("one step is too few for a large proposal", { "/kind": "large", "/steps": [{ label: "Start" }] }, [
        { code: "rule.violated", path: "" },
      ]),
    ],
  };
}
