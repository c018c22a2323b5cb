import { limits } from "../limits.ts";
import { name } from "./schema-parts.ts";

/** The state of a registered id. The id is taken in every state. */
export type RegistryState = "active" | "retired" | "reserved";

/** The document that lists the registered ids of a product. */
export interface Registry {
  readonly format: "generator-registry/v1";
  readonly targetProduct: string;
  readonly revision: string;
  /** Always true. An incomplete registry would make taken ids look free. */
  readonly complete: true;
  /** Every id that a submission must not use. */
  readonly entries: readonly { readonly id: string; readonly state: RegistryState }[];
  /** The ids of open proposals. */
  readonly pending: readonly { readonly id: string }[];
}

const id = {
  type: "string",
  minLength: 1,
  maxLength: limits.schema.generatorIdLength,
  description: "A generator id.",
} as const;

/** The JSON Schema of a `Registry`. */
export const registrySchema = {
  type: "object",
  properties: {
    format: { type: "string", const: "generator-registry/v1", description: "The format of this document." },
    targetProduct: { ...name, description: "The product whose registry this is." },
    revision: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      pattern: "^[ -~]+$",
      description: "Changes whenever the registry changes. Printable ASCII characters, because answers repeat it.",
    },
    complete: {
      type: "boolean",
      const: true,
      description: "Always true: an incomplete registry would make taken ids look free.",
    },
    entries: {
      type: "array",
      description: "Every id that a submission may not use.",
      maxItems: limits.registry.entries,
      items: {
        type: "object",
        properties: {
          id,
          state: {
            type: "string",
            enum: ["active", "retired", "reserved"],
            description: "The state of the id. In every state, the id is taken.",
          },
        },
        required: ["id", "state"],
      },
    },
    pending: {
      type: "array",
      description: "The ids of open proposals.",
      maxItems: limits.registry.entries,
      items: { type: "object", properties: { id }, required: ["id"] },
    },
  },
  required: ["format", "targetProduct", "revision", "complete", "entries", "pending"],
} as const;
