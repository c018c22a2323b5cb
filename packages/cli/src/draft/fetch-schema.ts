import { type Domain, isJsonObject, type JsonObject } from "@assay/contract";
import { readJson } from "@assay/engine";
import type { DomainsAccess } from "../access/open-access.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { toPrintable } from "../terminal/to-printable.ts";

const maxBytes = 1_048_576;

/** The URL of the service's JSON Schema for candidates of a domain. */
export function schemaUrl(service: string, domain: Domain): URL {
  return resolveUrl(service, schemaPath(domain));
}

/** The URL of the service's JSON Schema for `assay.json`. */
export function projectSchemaUrl(service: string): URL {
  return resolveUrl(service, "schemas/assay.json");
}

/** Fetches the JSON Schema for candidates of a domain, which is public and needs no key. */
export async function fetchSchema({ service, fetchPublic }: DomainsAccess, domain: Domain): Promise<JsonObject> {
  const bytes = await fetchPublic(schemaPath(domain), maxBytes);
  const read = typeof bytes === "string" ? undefined : readJson(bytes, { maxDepth: 64 });
  if (read?.kind === "ok" && isJsonObject(read.value)) return read.value;
  throw new Failure(`There is no JSON Schema at ${toPrintable(schemaUrl(service, domain).href)}.`, exitCode.service);
}

function schemaPath({ targetProduct, domainId }: Domain): string {
  return `schemas/${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}/candidate.json`;
}

// The base is the address that the user entered, because a service behind a proxy can have another public URL.
function resolveUrl(service: string, path: string): URL {
  return new URL(path, service.endsWith("/") ? service : `${service}/`);
}
