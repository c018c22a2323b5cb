const name = { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } as const;
const address = { type: "string", pattern: "^https?://[!-~]+$", maxLength: 2_048 } as const;

/** The JSON Schema of `assay.json`, with a description of every property for editors. */
export const projectSchema = {
  title: "assay.json",
  description: "What the `assay` command line uses in this folder and the folders below it.",
  type: "object",
  properties: {
    $schema: { type: "string", maxLength: 2_048, description: "The URL or path of this JSON Schema, for editors." },
    service: {
      ...address,
      description:
        "The URL of the Assay service. It is a suggestion: your key and drafts go there only once you have named it yourself, with `assay login`, `ASSAY_SERVICE`, `--service`, or an answer at a terminal.",
    },
    targetProduct: { ...name, description: "The target product that candidates are for, from `assay domains`." },
    domainId: { ...name, description: "The proposal domain of that product, from `assay domains`." },
    drafts: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 2_048 },
      description:
        'What `assay check` checks if no file is named: files, folders or patterns in the folder of this file, for example ["drafts/"].',
    },
    products: {
      type: "array",
      items: address,
      description:
        "Origins of target products, for example https://datamint.example. They are suggestions: packages and your key go there only once you have named the origin yourself, with `ASSAY_PRODUCTS` or an answer at a terminal.",
    },
  },
  additionalProperties: false,
} as const;
