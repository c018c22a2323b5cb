import { type ProblemCode, problemCatalogue } from "../catalogues/problem-catalogue.ts";
import { grouped, rateLimitInWords } from "../counting.ts";
import type { DomainList } from "../documents/domain.ts";
import type { Envelope } from "../documents/envelope.ts";
import type { DomainName, ProblemDocument } from "../documents/problem.ts";
import type { BuildResult, ValidationResult } from "../documents/results.ts";
import { limits, requestLimits } from "../limits.ts";
import { type OperationId, operations } from "../operations.ts";

// Candidates, verdicts and the package are taken from golden cases, so they are what the engine really returns: `valid`
// from contract/section-6-package, `alias` from fixes/alias, `agent` from owner/agent. A test compares them.

const human = { kind: "human", id: "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" } as const;
const member = { name: "member", type: "string", description: "Full name of the member." } as const;
const age = { name: "age", type: "integer", description: "Age in years." } as const;
const joined = { name: "joined", type: "date", description: "Day on which the card was issued." } as const;
const active = { name: "active", type: "boolean", description: "Whether the card is in use." } as const;

const candidate = {
  owner: human,
  generatorId: "loyalty-card",
  generatorName: "Loyalty card",
  description: "Members of a shop's loyalty programme, with the day they joined and whether the card is in use.",
  outputFields: [member, age, joined, active],
  supportedStrategies: ["fast", "realistic"],
  sampleRecords: [
    { member: "Ada Diaz", age: 36, joined: "2024-02-29", active: true },
    { member: "Ben Okoro", age: 41, joined: "2023-11-02", active: false },
    { member: "Chiara Rossi", age: 29, joined: "2025-06-17", active: true },
  ],
  rationaleNotes: "Shop systems are tested with hand-written members today; the dates are never realistic.",
} as const;

const datamint = { targetProduct: "datamint", domainId: "generator-option" } as const;
const specPackage = {
  version: "1.0.0",
  digest: "sha256:a44af06e93883f0dc3853e4a5c834d13cb87004800a6c6c6172ed13446abb8c2",
} as const;
const specPackageSha256 = "77da2900dd00a916dc3c488ce2ba4f1945aecdf14d74a75d8fa8b27da6d290f3";
const specPackageUrl = "https://datamint.example/api/spec-packages/generator-option";
const submissionUrl = "https://datamint.example/api/proposals";
const packageHex = "965ad904daec07b330578fa5cc4822c5f8c20a0692b44469f13ad6d879087348";

const ownerReview = [
  "# Proposal to review",
  "",
  "- In the name of: `3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27`",
  "- Kind of owner: `human`",
  "- Product: `datamint`",
  "- Domain: `generator-option`",
  "- Version of the rules: `1.0.0`",
  "- Permanent id: `loyalty-card`",
  "- First 12 digits of the digest: `965ad904daec`",
  "",
  "## What is proposed",
  "",
  "- `description`: `Members of a shop's loyalty programme, with the day they joined and whether the card is in use.`",
  "- `generatorName`: `Loyalty card`",
  "- `rationaleNotes`: `Shop systems are tested with hand-written members today; the dates are never realistic.`",
  "- `supportedStrategies`",
  "  - `fast`",
  "  - `realistic`",
  "- `sampleRecords`",
  "  - item 1",
  "    - `active`: `true`",
  "    - `age`: `36`",
  "    - `joined`: `2024-02-29`",
  "    - `member`: `Ada Diaz`",
  "  - item 2",
  "    - `active`: `false`",
  "    - `age`: `41`",
  "    - `joined`: `2023-11-02`",
  "    - `member`: `Ben Okoro`",
  "  - item 3",
  "    - `active`: `true`",
  "    - `age`: `29`",
  "    - `joined`: `2025-06-17`",
  "    - `member`: `Chiara Rossi`",
  "- `outputFields`",
  "  - item 1",
  "    - `description`: `Full name of the member.`",
  "    - `name`: `member`",
  "    - `type`: `string`",
  "  - item 2",
  "    - `description`: `Age in years.`",
  "    - `name`: `age`",
  "    - `type`: `integer`",
  "  - item 3",
  "    - `description`: `Day on which the card was issued.`",
  "    - `name`: `joined`",
  "    - `type`: `date`",
  "  - item 4",
  "    - `description`: `Whether the card is in use.`",
  "    - `name`: `active`",
  "    - `type`: `boolean`",
  "",
].join("\n");

const none = { error: 0, warning: 0, info: 0 } as const;
const oneError = { error: 1, warning: 0, info: 0 } as const;
const checks = {
  ran: [
    "candidate-schema",
    "owner-kind",
    "generator-id",
    "output-field-names-unique",
    "strategies-known",
    "samples-match-output-fields",
    "output-field-descriptions-differ",
    "realistic-needs-samples",
    "id-fields-hold-ids",
    "samples-differ",
  ],
  skipped: [],
} as const;
const evidence = {
  engine: { name: "assay", version: "1.0.0" },
  specPackage: { ...specPackage, url: specPackageUrl, checkedAt: "2026-11-14T09:29:41Z" },
  registry: { revision: "412", generatorId: "free", checkedAt: "2026-11-14T09:29:52Z" },
  evaluatedAt: "2026-11-14T09:30:07Z",
} as const;

/** Example request bodies. */
export const requestExamples = {
  valid: { ...datamint, candidate },
  alias: { ...datamint, candidate: { ...candidate, outputFields: [member, { ...age, type: "int" }, joined, active] } },
  agent: { ...datamint, candidate: { ...candidate, owner: { ...human, kind: "agent" } }, options: { fixes: true } },
} as const satisfies { readonly [name: string]: Envelope };

/** Whether the worked examples, which are of Datamint, fit a service with these domains. */
export function isExampleServed(domains: readonly DomainName[]): boolean {
  const { targetProduct, domainId } = datamint;
  return domains.some((domain) => domain.targetProduct === targetProduct && domain.domainId === domainId);
}

/**
 * The examples for a service that serves other domains only. They have no property that a domain may lack, so that there is
 * no valid candidate among them: its owner and its id are all that candidates have in common.
 */
export function createOtherExamples(publicUrl: string, { targetProduct, domainId }: DomainName) {
  const { domains, agent } = createResultExamples(publicUrl);
  const origin = `https://${targetProduct}.example`;
  const urls = { specPackageUrl: `${origin}/spec-packages/${domainId}`, submissionUrl: `${origin}/proposals` };
  const listed = domains.domains.map(({ title: _, summary: __, nextSpecPackage: ___, ...domain }) => ({
    ...domain,
    ...urls,
    targetProduct,
    domainId,
    specPackage: { ...specPackage, url: publishedAt(publicUrl, { targetProduct, domainId }, specPackageSha256) },
    candidateSchemaUrl: `${publicUrl}/schemas/${targetProduct}/${domainId}/candidate.json`,
  }));
  const owner = { ...human, kind: "agent" };
  return {
    request: {
      targetProduct,
      domainId,
      candidate: { owner, generatorId: candidate.generatorId },
    } satisfies Envelope,
    domains: { ...domains, domains: listed } satisfies DomainList,
    agent: {
      ...agent,
      summary: "Invalid under 1.0.0: 1 error (1 for the owner to decide).",
      checks: { ran: checks.ran.slice(0, 3), skipped: [] },
      evidence: { ...evidence, specPackage: { ...evidence.specPackage, url: urls.specPackageUrl } },
    } satisfies BuildResult,
  };
}

/** Example results with status 200, from the service at this URL. */
export function createResultExamples(publicUrl: string) {
  const valid: ValidationResult = {
    valid: true,
    summary: "Valid under 1.0.0; also valid under 2.0.0, from 2027-03-01.",
    counts: none,
    diagnostics: [],
    truncated: false,
    checks,
    evidence,
  };
  const patch = [
    { op: "test", path: "/outputFields/1/type", value: "int" },
    { op: "replace", path: "/outputFields/1/type", value: "integer" },
  ] as const;
  const alias: ValidationResult = {
    valid: false,
    summary: "Invalid under 1.0.0: 1 error (1 with a fix to review); 1 error under 2.0.0, from 2027-03-01.",
    counts: oneError,
    diagnostics: [
      {
        code: "field.value",
        severity: "error",
        path: "/outputFields/1/type",
        message:
          'The value "int" is not allowed. Did you mean "integer"? Allowed values: "string", "integer", "number", "boolean", "date", "date-time", "email", "uuid".',
        needs: "edit",
        params: {
          actual: "int",
          allowed: ["string", "integer", "number", "boolean", "date", "date-time", "email", "uuid"],
          didYouMean: "integer",
        },
        rule: {
          id: "candidate-schema",
          at: "/candidateSchema/properties/outputFields/items/properties/type/enum",
          why: "One of the types that Datamint can generate.",
        },
        fixes: [{ title: 'Change it to "integer".', applicability: "review", patch }],
        docs: `${publicUrl}/diagnostics/field.value`,
      },
    ],
    truncated: false,
    repair: { patch, applicability: "review", remaining: none },
    checks: {
      ...checks,
      skipped: [
        {
          check: "id-fields-hold-ids",
          because: { code: "field.value", path: "/outputFields/1/type" },
          places: { count: 1, first: "/outputFields/1" },
        },
      ],
    },
    evidence,
  };
  const agent: BuildResult = {
    valid: false,
    summary: "Invalid under 1.0.0: 1 error (1 for the owner to decide); 1 error under 2.0.0, from 2027-03-01.",
    counts: oneError,
    diagnostics: [
      {
        code: "owner.kind-not-allowed",
        severity: "error",
        path: "/owner/kind",
        message:
          'The owner must be one of: "human". Found: "agent". An agent does not change the owner: it asks the person it works for.',
        needs: "owner-decision",
        params: { actual: "agent", allowed: ["human"] },
        rule: { id: "owner-kind", at: "/owner/kinds", why: "A ballot needs a person who answers for the proposal." },
        docs: `${publicUrl}/diagnostics/owner.kind-not-allowed`,
      },
    ],
    truncated: false,
    checks,
    evidence,
  };
  const built: BuildResult = {
    ...valid,
    proposalPackage: {
      format: "proposal-package/v1",
      ...datamint,
      specPackage,
      candidate,
      digest: `sha256:${packageHex}`,
    },
    ownerReview,
    submission: {
      method: "POST",
      url: submissionUrl,
      headers: { "Content-Type": "application/json", "Idempotency-Key": `assay-${packageHex}` },
      credential: "Authorization: Bearer <the key of this call>",
      body: '{ "proposalPackage": <the value of proposalPackage in this answer> }',
    },
  };
  const domains: DomainList = {
    domains: [
      {
        ...datamint,
        title: "Generator options for Datamint",
        summary: "What a proposal for a new data generator must contain.",
        status: "ready",
        specPackageUrl,
        submissionUrl,
        specPackage: {
          ...specPackage,
          url: publishedAt(publicUrl, datamint, specPackageSha256),
        },
        nextSpecPackage: {
          version: "2.0.0",
          digest: "sha256:23232de4f2202c2e76ba32372c49c73dfe76a7f186c91a518bf4e25c9dc52f93",
          url: publishedAt(publicUrl, datamint, "32da42f483f88494357cd0370dde88e947756a22edbbf6ec44d1e013ca1a52a4"),
          effectiveFrom: "2027-03-01T00:00:00Z",
        },
        candidateSchemaUrl: `${publicUrl}/schemas/datamint/generator-option/candidate.json`,
      },
    ],
    engine: evidence.engine,
  };
  return { domains, valid, alias, agent, built };
}

function publishedAt(publicUrl: string, { targetProduct, domainId }: DomainName, sha256: string): string {
  return `${publicUrl}/facts/${targetProduct}/${domainId}/spec-packages/${sha256}.json`;
}

// The real details of the service. Where a code has several, this is one of them.
const problemDetails = {
  "malformed-json": readFault(
    'Found "}" where a property name in double quotes was expected. Put the name in double quotes or remove the comma before it.',
    { line: 3, column: 24, path: "/candidate" },
  ),
  "ambiguous-json": readFault(
    'The property "generatorId" appears more than once in the same object. Keep one of them.',
    {
      line: 1,
      column: 33,
      path: "/candidate/generatorId",
    },
  ),
  "json-too-deep": readFault("Arrays and objects are nested more than 32 levels deep here. Flatten the document.", {
    line: 1,
    column: 61,
    path: `/candidate${"/0".repeat(31)}`,
  }),
  "bad-request": { detail: "The authorization header appears 2 times. Send it once." },
  "conflicting-credentials": { detail: "Send either a bearer key or signed headers, not both." },
  "missing-credentials": { detail: "Send an API key from the identity service: Authorization: Bearer ai_..." },
  "invalid-credentials": {
    detail:
      "The identity service does not recognize this key. It may be mistyped, expired or revoked. Check it, or get a new key there.",
  },
  "capability-not-granted": {
    detail: "This call requires the capability {service}.{operation}. Ask the person behind the agent to grant it.",
  },
  "method-not-allowed": { detail: "This path supports only {methods}." },
  "request-timeout": { detail: "The request did not arrive in time. Send it again." },
  "body-too-large": {
    detail: `The body has more than ${grouped(limits.bodyBytes)} bytes. Shorten the candidate.`,
  },
  "uri-too-long": { detail: `The URL has more than ${grouped(requestLimits.urlLength)} characters. Check the URL.` },
  "unsupported-media-type": { detail: "Send the body with Content-Type: application/json." },
  "headers-too-large": { detail: `The request has more than ${requestLimits.headers} headers. Send fewer headers.` },
  "credential-in-body": {
    detail:
      "The body contains the key that this call was made with, so it was not processed. Remove the key from the body; it belongs only in the Authorization header. If the body was shared with anyone, replace the key at the identity service.",
  },
  "invalid-envelope": {
    detail:
      'The request has 2 errors: Unknown property "candidates". Known properties: targetProduct, domainId, candidate, options. The required property "candidate" is missing.',
    errors: [
      {
        path: "",
        message: 'Unknown property "candidates". Known properties: targetProduct, domainId, candidate, options.',
      },
      { path: "/candidate", message: 'The required property "candidate" is missing.' },
    ],
  },
  "unknown-domain": {
    detail: "This service does not serve this product and domain. It serves: {domain}.",
  },
  "rate-limited": {
    detail: `Rate limit exceeded: ${rateLimitInWords}. Retry after 17 seconds.`,
    retryAfterSeconds: 17,
  },
  internal: {
    detail: "The request caused an internal error. If it happens again, report the requestId to the operator.",
  },
  "spec-package-unavailable": {
    detail:
      "Cannot check anything: the rules for {domain} are temporarily unavailable. Stop and try again in 30 seconds; changing the candidate does not help.",
    retryAfterSeconds: 30,
  },
  "registry-unavailable": {
    detail:
      "Cannot check whether the id is free: the registry of {product} is temporarily unavailable. Stop and try again in 30 seconds; changing the candidate does not help.",
    retryAfterSeconds: 30,
  },
  "identity-unavailable": {
    detail: "Cannot check the key: the identity service is temporarily unavailable. Try again in 2 seconds.",
    retryAfterSeconds: 2,
  },
  overloaded: { detail: "Too many requests from this address. Retry after 17 seconds.", retryAfterSeconds: 17 },
  "shutting-down": {
    detail: "This instance is shutting down. Send the request again on a new connection.",
    retryAfterSeconds: 1,
  },
} as const satisfies {
  readonly [code in ExampleCode]: Pick<ProblemDocument, "detail"> &
    Partial<Pick<ProblemDocument, "errors" | "retryAfterSeconds">>;
};

function readFault(message: string, { line, column, path }: { line: number; column: number; path: string }) {
  return { detail: `Line ${line}, column ${column}: ${message}`, errors: [{ path, message }] };
}

/** A problem code that an operation can answer with, and that the API description has an example for. */
export type ExampleCode = {
  [code in ProblemCode]: (typeof problemCatalogue)[code]["operations"] extends "none" ? never : code;
}[ProblemCode];

/** Every code that an operation can answer with, in the order of the catalogue. */
export const exampleCodes: readonly ExampleCode[] = Object.keys(problemCatalogue).filter(isExampleCode);

function isExampleCode(code: string): code is ExampleCode {
  return problemCatalogue[code as ProblemCode].operations !== "none";
}

/** An example of the problem with this code, as returned by this operation. */
export function createProblemExample(
  publicUrl: string,
  operation: OperationId,
  code: ExampleCode,
  serviceName: string,
  domain: DomainName = datamint,
): ProblemDocument {
  const { status, title, retryable } = problemCatalogue[code];
  const { detail: template, ...more } = problemDetails[code];
  const methods = operations[operation].method === "GET" ? "GET, HEAD" : operations[operation].method;
  const detail = template
    .replace("{service}", serviceName)
    .replace("{operation}", operation)
    .replace("{domain}", `${domain.targetProduct}/${domain.domainId}`)
    .replace("{product}", domain.targetProduct)
    .replace("{methods}", methods);
  const names = code === "unknown-domain" && { supported: [domain], didYouMean: domain };
  const requestId = "8f14e45f-ceea-467f-a8d2-5f3b7a1c9d20";
  return {
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    retryable,
    requestId,
    ...more,
    ...names,
  };
}
