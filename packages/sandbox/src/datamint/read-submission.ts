import { isJsonObject, type Json, limits, type ProposalPackage } from "@assay/contract";
import { readJson } from "@assay/engine";
import { type BodyFault, Problem } from "../problem.ts";

/**
 * The largest body of a submission: a candidate as large as Assay takes it, and what is around it. Its author may have
 * written 1e15, and in a package all sixteen digits stand there.
 */
export const maxSubmissionBytes = 196_608;

/** Reads a body as a proposal package for this product. The engine checks the candidate. */
export function readSubmission(body: Uint8Array, domain: Pick<ProposalPackage, "targetProduct" | "domainId">) {
  const proposalPackage = readPackage(readEnvelope(body));
  const { targetProduct, domainId } = proposalPackage;
  if (targetProduct === domain.targetProduct && domainId === domain.domainId) return proposalPackage;
  const here = `${domain.targetProduct}/${domain.domainId}`;
  const detail = `The package is for ${targetProduct}/${domainId}, but this product accepts only ${here}.`;
  throw new Problem("unknown-domain", `${detail} Send it to the right product, or build it for this one.`);
}

function readEnvelope(body: Uint8Array): Json {
  // In a submission the candidate is nested one level deeper than in a call to Assay.
  const read = readJson(body, { maxDepth: limits.bodyDepth + 1 });
  if (read.kind === "unreadable") {
    const { line, column, path } = read.at;
    const detail = `Line ${line}, column ${column}: ${read.message}`;
    throw new Problem(read.code, detail, { errors: [{ path, message: read.message }] });
  }
  const { value } = read;
  if (isJsonObject(value) && Object.keys(value).join() === "proposalPackage") return value.proposalPackage as Json;
  const detail = "Send a JSON object with one property: proposalPackage, exactly as it was built.";
  throw new Problem("invalid-envelope", detail);
}

function readPackage(value: Json): ProposalPackage {
  const errors = isJsonObject(value)
    ? [...faultsOf(value, packageMembers, ""), ...faultsOf(value.specPackage, specPackageMembers, "/specPackage")]
    : [{ path: "", message: "This must be an object." }];
  if (errors.length === 0) return value as unknown as ProposalPackage;
  const detail =
    isJsonObject(value) && "format" in value
      ? `${errors.map(({ path, message }) => `${path}: ${message}`).join(" ")} Send the package unchanged.`
      : "This is not a proposal package. Send the proposalPackage from the answer of /api/build, unchanged.";
  const inBody = errors.map(({ path, message }) => ({ path: `/proposalPackage${path}`, message }));
  throw new Problem("invalid-package", detail, { errors: inBody });
}

/** What each member must be, in words, and whether a value is that. */
type Members = { readonly [name: string]: readonly [words: string, holds: (value: Json | undefined) => boolean] };

const text = (pattern: RegExp) => (value: Json | undefined) => typeof value === "string" && pattern.test(value);
const name = ["a name in lower case", text(/^[a-z][a-z0-9-]{0,63}$/)] as const;
const digest = ["sha256: and 64 hexadecimal digits", text(/^sha256:[0-9a-f]{64}$/)] as const;

const packageMembers: Members = {
  format: ['"proposal-package/v1"', (value) => value === "proposal-package/v1"],
  targetProduct: name,
  domainId: name,
  specPackage: ["an object", isJsonObject],
  candidate: ["an object", isJsonObject],
  digest,
};

const specPackageMembers: Members = {
  version: ["a version like 1.0.0", text(/^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$/)],
  digest,
};

function faultsOf(value: Json | undefined, members: Members, at: string): BodyFault[] {
  if (!isJsonObject(value)) return [];
  const wrong = Object.entries(members)
    .filter(([member, [, holds]]) => !Object.hasOwn(value, member) || !holds(value[member]))
    .map(([member, [words]]) => ({ path: `${at}/${member}`, message: `This must be ${words}.` }));
  const unknown = Object.keys(value).some((member) => !Object.hasOwn(members, member));
  const known = Object.keys(members).join(", ");
  return unknown ? [...wrong, { path: at, message: `Unknown property. Known properties: ${known}.` }] : wrong;
}
