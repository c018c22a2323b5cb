import {
  type DomainName,
  type Envelope,
  envelopeSchema,
  isJsonObject,
  type Json,
  type JsonObject,
  requestLimits,
} from "@assay/contract";
import { quote } from "@assay/engine";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";

interface MemberError {
  readonly path: string;
  readonly message: string;
}

const memberNames = Object.keys(envelopeSchema.properties);

/** Reads the envelope without checking its candidate. If it is invalid, the problem lists every error. */
export function readEnvelope(body: Json): Envelope | Problem {
  if (!isJsonObject(body))
    return refuseEnvelope([{ path: "", message: `The body must be an object, not ${describeKind(body)}.` }]);
  const errors = [...checkMemberNames(body), ...memberNames.flatMap((name) => checkMember(body, name))];
  if (errors.length > 0) return refuseEnvelope(errors);
  return body as unknown as Envelope;
}

/** Finds the domain of an envelope. If it is unknown, the problem lists the supported domains, the closest first. */
export function findDomain(domains: readonly Domain[], { targetProduct, domainId }: DomainName): Domain | Problem {
  const match = domains.find((domain) => domain.targetProduct === targetProduct && domain.domainId === domainId);
  if (match) return match;
  const names = domains.map((domain) => ({ targetProduct: domain.targetProduct, domainId: domain.domainId }));
  const foldName = (name: DomainName) => `${name.targetProduct}/${name.domainId}`.toLowerCase().replace(/[-_\s]/g, "");
  const foldedName = foldName({ targetProduct, domainId });
  const didYouMean =
    names.find((name) => foldName(name) === foldedName) ??
    names.find((name) => name.targetProduct === targetProduct || name.domainId === domainId);
  const measureDistance = (name: DomainName) =>
    name === didYouMean ? 0 : name.targetProduct === targetProduct ? 1 : 2;
  const closest = names.toSorted((first, second) => measureDistance(first) - measureDistance(second));
  const supported = closest.slice(0, requestLimits.domainsOverMcp);
  const listed = supported.map((name) => `${name.targetProduct}/${name.domainId}`).join(", ");
  const detail = `This service does not serve this product and domain. It serves: ${listed || "none, and only its operator can add one"}.`;
  const note = `These are ${supported.length} of ${names.length.toLocaleString("en-US")} domains; listDomains (over HTTP, GET /api/domains) lists the others.`;
  const text = supported.length < names.length ? `${detail} ${note}` : detail;
  return new Problem("unknown-domain", text, { supported, ...(didYouMean && { didYouMean }) });
}

// Some clients show only the detail, so it repeats the messages in `errors`.
function refuseEnvelope(errors: readonly MemberError[]): Problem {
  const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
  const messages = errors.map(({ message }) => message).join(" ");
  return new Problem("invalid-envelope", `The request has ${count}: ${messages}`, { errors });
}

function checkMemberNames(body: JsonObject): readonly MemberError[] {
  const unknown = Object.keys(body).filter((name) => !memberNames.includes(name));
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, maxUnknown).map((name) => quote(name));
  const more = unknown.length > maxUnknown ? ` and ${unknown.length - maxUnknown} more` : "";
  const label = unknown.length === 1 ? "Unknown property" : "Unknown properties";
  return [{ path: "", message: `${label} ${named.join(", ")}${more}. Known properties: ${memberNames.join(", ")}.` }];
}

const maxUnknown = 8;

// The candidate can be any value, because the verdict reports its errors.
function checkMember(body: JsonObject, name: string): readonly MemberError[] {
  const path = `/${name}`;
  const { [name]: value } = body;
  if (value === undefined) return [{ path, message: `The required property "${name}" is missing.` }];
  if (name === "candidate" || typeof value === "string") return [];
  return [{ path, message: `"${name}" must be a string, not ${describeKind(value)}.` }];
}

function describeKind(value: Json): string {
  if (value === null) return "null";
  const kind = Array.isArray(value) ? "array" : typeof value;
  return `${/^[ao]/.test(kind) ? "an" : "a"} ${kind}`;
}
