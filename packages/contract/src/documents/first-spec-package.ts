import type { JsonObject } from "../json/json.ts";
import type { PatchedTest, SpecPackage } from "./spec-package.ts";

/**
 * Creates a small, valid spec package to start from. Its tests cover every rule, and its texts explain what to write.
 *
 * @example
 * const text = JSON.stringify(firstSpecPackage("my-product", "my-proposals"), null, 2);
 */
export function firstSpecPackage(targetProduct: string, domainId: string): SpecPackage {
  const complete = "a complete proposal is accepted";
  const createTest = (name: string, edits: JsonObject, expect: PatchedTest["expect"] = []): PatchedTest => ({
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
      why: "A person answers for a proposal, so an agent cannot own one.",
    },
    generatorId: {
      compare: "ascii-lower-separators",
      why: "An id stands for one thing only, so an id in the registry is taken.",
    },
    candidateSchema: {
      type: "object",
      description: "The JSON Schema of a proposal. Every string, array and object needs a maximum size.",
      properties: {
        owner: {
          type: "object",
          description: "Who answers for the proposal.",
          properties: {
            kind: {
              type: "string",
              maxLength: 32,
              description: "What the owner is.",
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
          description: "The id of what is proposed: lower case words joined by hyphens.",
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
        why: "Two steps with one label look the same.",
      },
      {
        id: "large-needs-steps",
        check: "cel",
        at: "",
        assert: "self.kind != 'large' || size(self.steps) >= 2",
        message: "A large proposal has at least two steps.",
        why: "A single step is not a large proposal.",
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
      createTest("a large proposal with two steps is accepted", { "/kind": "large" }),
      createTest("an agent cannot own a proposal", { "/owner/kind": "agent" }, [
        { code: "owner.kind-not-allowed", path: "/owner/kind" },
      ]),
      createTest("an id of the registry is taken", { "/generatorId": "old-one" }, [
        { code: "registry.id-taken", path: "/generatorId" },
      ]),
      createTest("steps have labels of their own", { "/steps/1/label": "Start" }, [
        { code: "list.duplicate", path: "/steps/1/label" },
      ]),
      createTest("one step is too few for a large proposal", { "/kind": "large", "/steps": [{ label: "Start" }] }, [
        { code: "rule.violated", path: "" },
      ]),
    ],
  };
}
