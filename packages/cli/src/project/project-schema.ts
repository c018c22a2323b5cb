const name = { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } as const;
const address = { type: "string", pattern: "^https?://[!-~]+$", maxLength: 2_048 } as const;

/** The JSON Schema of `assay.json`, with a description of every property for editors. */
export const projectSchema = {
  title: "assay.json",
  description: "What the command line `assay` uses in this folder and those below it.",
  type: "object",
  properties: {
    $schema: { type: "string", maxLength: 2_048, description: "The URL or path of this JSON Schema, for editors." },
    service: { ...address, description: "The URL of the Assay service. Your key is sent there." },
    targetProduct: { ...name, description: "The target product that candidates are for, from `assay domains`." },
    domainId: { ...name, description: "The proposal domain of that product, from `assay domains`." },
    products: {
      type: "array",
      items: address,
      description:
        "Origins of target products, for example https://datamint.example. `assay submit` and `assay proposals` send packages and your key only there.",
    },
  },
  additionalProperties: false,
} as const;
