import { requestLimits } from "../limits.ts";
import { digest, engineSchema, name, time, version } from "./schema-parts.ts";

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
  /** The problem that every call gets while `status` is `unavailable`, and when to try again. */
  readonly problem?: { readonly code: string; readonly detail: string; readonly retryAfterSeconds: number };
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  /** The rules in force. `url` serves their bytes as published; `specPackageUrl` can already serve newer rules. */
  readonly specPackage?: { readonly version: string; readonly digest: string; readonly url: string };
  readonly nextSpecPackage?: {
    readonly version: string;
    readonly digest: string;
    readonly url: string;
    readonly effectiveFrom: string;
  };
  readonly candidateSchemaUrl?: string;
  /** Where this service serves the registry as the product published it. Absent if the operator does not publish it. */
  readonly registryUrl?: string;
}

/** The result of `listDomains`. */
export interface DomainList {
  readonly domains: readonly Domain[];
  /** True if domains were omitted, which happens only over MCP. `note` explains how many, and how to list them. */
  readonly truncated?: boolean;
  readonly note?: string;
  /** The engine that computes the verdicts. The same version computes the same verdicts everywhere. */
  readonly engine: { readonly name: "assay"; readonly version: string };
  /** The owner of the key or the access token, or the person on whose behalf an agent calls. Absent if unknown. */
  readonly caller?: { readonly subject: string };
}

const string = { type: "string" } as const;
const specPackage = {
  version: { ...version, description: "The version of the spec package." },
  digest: { ...digest, description: "The SHA-256 of the spec package in RFC 8785 form." },
  url: {
    ...string,
    description:
      "Where this service serves the spec package byte for byte as published. The file name is the SHA-256 of these bytes.",
  },
} as const;

/** The JSON Schema of a `Domain`. */
export const domainSchema = {
  type: "object",
  description: "A proposal domain that this service can check proposals for.",
  properties: {
    targetProduct: { ...name, description: "The target product. Send it as `targetProduct`." },
    domainId: { ...name, description: "The proposal domain of that product. Send it as `domainId`." },
    title: { ...string, description: "The title of the spec package. Absent until one has been loaded." },
    summary: { ...string, description: "What the spec package is about. Absent until one has been loaded." },
    status: {
      type: "string",
      enum: ["ready", "degraded", "unavailable"],
      description:
        "If `degraded`, the last refresh failed and the last good copies are used until they expire. If `unavailable`, nothing can be checked: stop, and try again after `problem.retryAfterSeconds`.",
    },
    problem: {
      type: "object",
      description: "The problem that every call gets while `status` is `unavailable`.",
      properties: {
        code: {
          type: "string",
          enum: ["spec-package-unavailable", "registry-unavailable"],
          description: "The code of the problem.",
        },
        detail: { ...string, description: "What is unavailable, and what to do." },
        retryAfterSeconds: { type: "integer", minimum: 1, description: "How long to wait before the next attempt." },
      },
      required: ["code", "detail", "retryAfterSeconds"],
    },
    specPackageUrl: { ...string, description: "Where the target product publishes its spec package." },
    submissionUrl: { ...string, description: "Where the caller sends the built package." },
    specPackage: {
      type: "object",
      description: "The spec package in use. Absent until one has been loaded.",
      properties: specPackage,
      required: ["version", "digest", "url"],
    },
    nextSpecPackage: {
      type: "object",
      description: "The announced next spec package, if there is one.",
      properties: { ...specPackage, effectiveFrom: { ...time, description: "When it replaces the current one." } },
      required: ["version", "digest", "url", "effectiveFrom"],
    },
    candidateSchemaUrl: {
      ...string,
      description: "The URL of the JSON Schema for candidates. Absent until a spec package has been loaded.",
    },
    registryUrl: {
      ...string,
      description:
        "Where this service serves the registry as the product published it. Absent if the operator does not publish which ids are taken.",
    },
  },
  required: ["targetProduct", "domainId", "status", "specPackageUrl", "submissionUrl"],
} as const;

/** The JSON Schema of the optional parameter of `listDomains`, in the query or as an argument of the tool. */
export const listedProductSchema = {
  ...name,
  description: "Lists only this product's domains.",
} as const;

const callerSchema = {
  type: "object",
  description: "The person who makes the call, or on whose behalf an agent makes it. Absent if unknown.",
  properties: {
    subject: {
      ...string,
      description: "The person's id at the identity service (`sub`). Use it as `owner.id` in a proposal.",
    },
  },
  required: ["subject"],
} as const;

/** The JSON Schema of a `DomainList`. */
export const domainListSchema = {
  type: "object",
  description: "The domains that this service serves.",
  properties: {
    domains: {
      type: "array",
      items: domainSchema,
      description: "All domains, or all domains of `targetProduct` if the request names it, whatever their status.",
    },
    truncated: {
      type: "boolean",
      description: `True if domains were left out. Happens only over MCP, where an answer contains at most ${requestLimits.domainsOverMcp} domains.`,
    },
    note: { ...string, description: "If `truncated` is true: how many domains were left out, and how to list them." },
    engine: engineSchema,
    caller: callerSchema,
  },
  required: ["domains", "engine"],
} as const;
