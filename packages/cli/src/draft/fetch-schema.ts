import { type Domain, isJsonObject, type JsonObject } from "@assay/contract";
import { readJson } from "@assay/engine";
import { fetchPublic, urlAt } from "../access/fetch-public.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { printable } from "../terminal/printable.ts";

const maxBytes = 1_048_576;

/** The URL of the JSON Schema of a candidate, at the service itself. */
export function schemaUrl(service: string, { targetProduct, domainId }: Domain): URL {
  return urlAt(service, `schemas/${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}/candidate.json`);
}

/** The URL of the JSON Schema of `assay.json`, at the service. */
export function projectSchemaUrl(service: string): URL {
  return urlAt(service, "schemas/assay.json");
}

/** Fetches the JSON Schema of a candidate, without a key: it is public. */
export async function fetchSchema(service: string, domain: Domain, signal: AbortSignal): Promise<JsonObject> {
  const url = schemaUrl(service, domain);
  const fetched = await fetchPublic(url, maxBytes, signal);
  const read = fetched.kind === "ok" ? readJson(fetched.bytes, { maxDepth: 64 }) : undefined;
  if (read?.kind === "ok" && isJsonObject(read.value)) return read.value;
  const reason = fetched.kind === "ok" ? "the answer is not a JSON Schema" : fetched.reason;
  throw new Failure(`The candidate schema could not be fetched from ${printable(url.href)}: ${printable(reason)}.`, {
    exitCode: exitCode.service,
    next: ["assay domains"],
  });
}
