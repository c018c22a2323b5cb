import type { Domain, DomainList, DomainName, SpecPackage } from "@assay/contract";
import { object, oneOf, string } from "../engine/shape.ts";
import { basePath, type PageConfig, qualifiedName, toPath } from "../page/page-config.ts";

/** The part of `fetch` that the page uses. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** A spec package as published, or a sentence that explains why it is missing. */
export type FetchedSpecPackage =
  | { readonly kind: "ok"; readonly bytes: Uint8Array; readonly document: SpecPackage }
  | { readonly kind: "failed"; readonly reason: string };

/** Fetches a domain's spec package. Its path contains the SHA-256 of its bytes, so it never changes. */
export async function fetchSpecPackage(
  path: string,
  { targetProduct, domainId }: DomainName,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<FetchedSpecPackage> {
  try {
    const response = await fetch(path, { credentials: "omit", signal: addTimeout(signal) });
    if (response.status === 404) {
      return toFailed("The service no longer has these rules. Reload the page; your draft is kept.");
    }
    if (!response.ok) return toFailed(`The service answered ${response.status} instead of the rules.`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!(await matchesDigest(path, bytes))) return toFailed("The rules were corrupted in transit.");
    const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isExpected = object({
      targetProduct: oneOf(targetProduct),
      domainId: oneOf(domainId),
      version: string,
      candidateSchema: object({}),
    });
    if (!isExpected(document)) return toFailed("The service answered with the rules for a different domain.");
    return { kind: "ok", bytes, document: document as SpecPackage };
  } catch {
    return toFailed("The rules could not be loaded: the service could not be reached.");
  }
}

/** Fetches the rules that are in force for a domain. */
export async function fetchRules(domain: Domain, fetch: Fetch, signal: AbortSignal): Promise<FetchedSpecPackage> {
  const { specPackage, problem } = domain;
  if (specPackage === undefined) return toFailed(problem?.detail ?? "The service has no rules for this domain yet.");
  return fetchSpecPackage(toPath(specPackage.url), domain, fetch, signal);
}

/** Whether the service has replaced the rules that the page has for a domain; undefined if that is unknown. */
export async function haveRulesChanged(domain: Domain, config: PageConfig, fetch: Fetch): Promise<boolean | undefined> {
  const { specPackage } = domain;
  if (specPackage === undefined) return undefined;
  const ask = (path: string) => fetch(path, { credentials: "omit", cache: "no-cache" });
  try {
    // If the package is still published, the rules have not changed, and no API call is needed.
    if ((await ask(toPath(specPackage.url))).ok) return false;
    const { domains } = (await (await ask(`${basePath(config)}/api/domains`)).json()) as DomainList;
    const current = domains.find((other) => qualifiedName(other) === qualifiedName(domain))?.specPackage;
    return current && current.digest !== specPackage.digest;
  } catch {
    return undefined;
  }
}

const timeoutMs = 20_000;

/** Returns a signal that also aborts after a timeout. */
export function addTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

// Detects a cache or proxy that returned a different file. WebCrypto is absent on plain HTTP, except on localhost. The
// check is skipped there, because an attacker who can change these bytes can change this script too.
async function matchesDigest(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return true;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return path.endsWith(`/${hex}.json`);
}

function toFailed(reason: string): { readonly kind: "failed"; readonly reason: string } {
  return { kind: "failed", reason };
}
