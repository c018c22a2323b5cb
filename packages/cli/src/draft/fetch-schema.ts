import { type Domain, isJsonObject, type JsonObject } from "@assay/contract";
import { readJson } from "@assay/engine";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { printable } from "../terminal/printable.ts";

const maxBytes = 1_048_576;
const timeoutMs = 30_000;

/**
 * The URL of the JSON Schema of a candidate, at the service itself. The address in the list of domains is the one of the
 * outside world, which need not be the one that this service was reached at.
 */
export function schemaUrl(service: string, { targetProduct, domainId }: Domain): URL {
  return urlAt(service, `schemas/${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}/candidate.json`);
}

/** The URL of the JSON Schema of `assay.json`, at the service. */
export function projectSchemaUrl(service: string): URL {
  return urlAt(service, "schemas/assay.json");
}

function urlAt(service: string, path: string): URL {
  return new URL(path, service.endsWith("/") ? service : `${service}/`);
}

/** Fetches the JSON Schema of a candidate, without a key: it is public. */
export async function fetchSchema(service: string, domain: Domain, signal: AbortSignal): Promise<JsonObject> {
  const url = schemaUrl(service, domain);
  const bytes = await download(url, signal);
  const read = readJson(bytes, { maxDepth: 64 });
  if (read.kind === "ok" && isJsonObject(read.value)) return read.value;
  throw failure(url, "the answer is not a JSON Schema");
}

async function download(url: URL, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const answer = await fetch(url, {
      redirect: "error",
      headers: { accept: "application/schema+json, application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!answer.ok || !answer.body) throw failure(url, `the status is ${answer.status}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body) {
      size += part.length;
      if (size > maxBytes) throw failure(url, "the answer is too large");
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (reason) {
    if (reason instanceof Failure || signal.aborted) throw reason;
    throw failure(url, (reason as Error).message);
  }
}

function failure(url: URL, reason: string): Failure {
  return new Failure(
    `The schema of a candidate could not be fetched from ${printable(url.href)}: ${printable(reason)}.`,
    {
      exitCode: exitCode.service,
      next: ["assay domains"],
    },
  );
}
