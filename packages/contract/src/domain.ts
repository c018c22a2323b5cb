import { digest, name, time, version } from "./schema-parts.ts";

/** A proposal domain that the service serves. */
export interface Domain {
  readonly targetProduct: string;
  readonly domainId: string;
  /** The title of the spec package. Absent until a spec package has been loaded. */
  readonly title?: string;
  readonly summary?: string;
  /**
   * `degraded`: the last refresh failed, and the last good copies are used until they expire.
   * `unavailable`: nothing can be checked.
   */
  readonly status: "ready" | "degraded" | "unavailable";
  /** While `status` is `unavailable`: the problem that every call gets, and when to try again. */
  readonly problem?: { readonly code: string; readonly detail: string; readonly retryAfterSeconds: number };
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly specPackage?: { readonly version: string; readonly digest: string };
  readonly nextSpecPackage?: { readonly version: string; readonly digest: string; readonly effectiveFrom: string };
  readonly candidateSchemaUrl: string;
}

/** The result of `listDomains`. */
export interface DomainList {
  readonly domains: readonly Domain[];
}

const string = { type: "string" } as const;

/** The JSON Schema of a `DomainList`. */
export const domainListSchema = {
  type: "object",
  properties: {
    domains: {
      type: "array",
      items: {
        type: "object",
        properties: {
          targetProduct: name,
          domainId: name,
          title: string,
          summary: string,
          status: {
            type: "string",
            enum: ["ready", "degraded", "unavailable"],
            description: "If `unavailable`, nothing can be checked: stop and try again later.",
          },
          problem: {
            type: "object",
            description: "While `status` is `unavailable`: the problem that every call gets.",
            properties: {
              code: { type: "string", enum: ["spec-package-unavailable", "registry-unavailable"] },
              detail: string,
              retryAfterSeconds: { type: "integer", minimum: 1 },
            },
            required: ["code", "detail", "retryAfterSeconds"],
            additionalProperties: false,
          },
          specPackageUrl: { ...string, description: "Where the target product publishes its spec package." },
          submissionUrl: { ...string, description: "Where the caller sends the built package." },
          specPackage: {
            type: "object",
            properties: { version, digest },
            required: ["version", "digest"],
            additionalProperties: false,
          },
          nextSpecPackage: {
            type: "object",
            properties: { version, digest, effectiveFrom: time },
            required: ["version", "digest", "effectiveFrom"],
            additionalProperties: false,
          },
          candidateSchemaUrl: { ...string, description: "The JSON Schema of a candidate." },
        },
        required: ["targetProduct", "domainId", "status", "specPackageUrl", "submissionUrl", "candidateSchemaUrl"],
        additionalProperties: false,
      },
    },
  },
  required: ["domains"],
  additionalProperties: false,
} as const;
