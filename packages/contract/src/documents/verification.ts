import { limits } from "../limits.ts";
import { type Diagnostic, diagnosticSchema } from "./diagnostic.ts";
import { builtPackageSchema, type ProposalPackage } from "./proposal-package.ts";
import { digest } from "./schema-parts.ts";
import { type InvalidVerdict, verdictSchema } from "./verdict.ts";

/** The output of `assay verify --spec-package FILE --registry FILE --format json` for a submission. */
export type Verification =
  | {
      readonly kind: "ok";
      /** The warnings under the current rules. */
      readonly diagnostics: readonly Diagnostic[];
      readonly digest: string;
      readonly idKey: string;
      readonly proposalPackage: ProposalPackage;
      readonly ownerReview: string;
    }
  | (InvalidVerdict & { readonly kind: "invalid"; readonly idKey?: string })
  | {
      readonly kind: "not-a-package" | "other-spec-package" | "not-normalized" | "digest-differs" | "unreadable";
      readonly diagnostics: readonly Diagnostic[];
      /** The digest of the package built from the candidate. Absent if no package was built. */
      readonly digest?: string;
      readonly idKey?: string;
      /** Why the text is not valid, unambiguous JSON, and where. */
      readonly unreadable?: {
        readonly code: string;
        readonly message: string;
        readonly line: number;
        readonly column: number;
      };
    };

const diagnostics = { type: "array", items: diagnosticSchema, maxItems: limits.diagnostics } as const;
const idKey = {
  type: "string",
  description: "The candidate's id as the registry compares it. Equal keys mean the same id. Absent if there is no id.",
} as const;
const kind = { type: "string" } as const;

/** The JSON Schema of a `Verification` of an accepted package. */
export const acceptedSchema = {
  type: "object",
  description: "Building the candidate now gives exactly this package: record it.",
  properties: {
    kind: { ...kind, const: "ok", description: "The package is accepted." },
    diagnostics: { ...diagnostics, description: "Warnings about the candidate. There are no errors." },
    digest: { ...digest, description: "The digest of the package." },
    idKey,
    proposalPackage: builtPackageSchema,
    ownerReview: { type: "string", description: "What is proposed and in whose name, as Markdown, for voters." },
  },
  required: ["kind", "diagnostics", "digest", "idKey", "proposalPackage", "ownerReview"],
} as const;

/** The JSON Schema of a `Verification` of a package whose candidate is invalid. */
export const invalidSchema = {
  ...verdictSchema,
  description: "The candidate is not valid now. The other properties are the verdict to return to its author.",
  properties: {
    ...verdictSchema.properties,
    kind: { ...kind, const: "invalid", description: "The candidate is not valid now." },
    valid: { type: "boolean", const: false, description: "False: there are errors." },
    idKey,
  },
  required: [...verdictSchema.required, "kind"],
} as const;

/** The JSON Schema of a `Verification` of any other text. */
export const notBuiltSchema = {
  type: "object",
  description: "The text is not the package that its candidate builds now.",
  properties: {
    kind: {
      ...kind,
      enum: ["not-a-package", "other-spec-package", "not-normalized", "digest-differs", "unreadable"],
      description:
        "`not-a-package`: its properties are not those of a package. `other-spec-package`: it was built for another domain, or under other rules. `not-normalized`: its candidate is valid, but building it changes strings or the order of items. `digest-differs`: it was changed after it was built. `unreadable`: it is not valid, unambiguous JSON.",
    },
    diagnostics: { ...diagnostics, description: "Warnings about the candidate, if it was checked." },
    digest: {
      ...digest,
      description: "The digest of the package that the candidate builds. Absent if none was built.",
    },
    idKey,
    unreadable: {
      type: "object",
      description: "With `unreadable`: why, and where.",
      properties: {
        code: { type: "string", description: "The code of a problem, such as `malformed-json`." },
        message: { type: "string", description: "What is wrong, for the author." },
        line: { type: "integer", minimum: 1, description: "The line in the text." },
        column: { type: "integer", minimum: 1, description: "The column in this line." },
      },
      required: ["code", "message", "line", "column"],
    },
  },
  required: ["kind", "diagnostics"],
} as const;

/** The JSON Schema of a `Verification`: a union on `kind`. */
export const verificationSchema = {
  type: "object",
  description: "Whether a submitted package is the package that its candidate builds now.",
  oneOf: [acceptedSchema, invalidSchema, notBuiltSchema],
} as const;
