import { hash } from "node:crypto";
import { type Domain, limits } from "@assay/contract";
import { fetchCached } from "../access/fetch-cached.ts";
import type { NamedAccess } from "../access/open-access.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import type { Checker, DomainRef } from "./checker.ts";
import { createEngineChecker } from "./engine-checker.ts";
import { findDomain } from "./resolve-domain.ts";
import { type NamedBytes, openRules } from "./rules-engine.ts";

/** Creates a local checker with the rules that a service publishes. It needs no key and sends no candidates. */
export async function createPublishedChecker(
  access: NamedAccess,
  resolveDomain: Checker["resolveDomain"],
  io: Io,
): Promise<Checker> {
  const { domains, engine } = await access.listDomains();
  if (engine?.version !== io.version()) {
    throw new Failure(
      `The engine of ${access.service} is ${engine?.version ?? "an unknown version"} and this one is ${io.version()}, so their verdicts could differ. Install that version of assay, or leave out --local.`,
    );
  }
  const checkers = new Map<Domain, Promise<Checker>>();
  const open = (ref: DomainRef): Promise<Checker> => {
    const domain = findDomain(domains, ref);
    const checker = checkers.get(domain) ?? openDomain(domain, access, io);
    checkers.set(domain, checker);
    return checker;
  };
  return {
    resolveDomain,
    check: async (candidate, domain) => (await open(domain)).check(candidate, domain),
    build: async (candidate, domain) => (await open(domain)).build(candidate, domain),
  };
}

async function openDomain(domain: Domain, access: NamedAccess, io: Io): Promise<Checker> {
  const { targetProduct, domainId, specPackage, nextSpecPackage, registryUrl } = domain;
  const name = `${targetProduct}/${domainId}`;
  // Uses paths relative to the address that the user entered, because the service can have a different public URL.
  const folder = `facts/${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
  const openPackage = async (url: string, kind: "rules" | "next rules"): Promise<NamedBytes> => {
    // The file name is the hash of its content.
    const sha256 = url.slice(url.lastIndexOf("/") + 1).replace(/\.json$/, "");
    const path = `${folder}/spec-packages/${encodeURIComponent(sha256)}.json`;
    const { bytes: maxBytes } = limits.specPackage;
    const bytes = await fetchCached(access, { path, name: `${name} ${kind}`, maxBytes, sha256 }, io);
    if (bytes && hash("sha256", bytes) === sha256) return { name: `The spec package of ${name}`, bytes };
    throw toUnpublishedFailure(access, `the ${kind} of ${name}`);
  };
  if (!specPackage) throw toUnpublishedFailure(access, `the rules of ${name}`);
  const rules = await openPackage(specPackage.url, "rules");
  const next = nextSpecPackage && (await openPackage(nextSpecPackage.url, "next rules"));
  const document = { path: `${folder}/registry`, name: `${name} registry`, maxBytes: limits.registry.loadedBytes };
  const bytes = registryUrl === undefined ? undefined : await fetchCached(access, document, io);
  const registry = bytes && { name: `The registry of ${targetProduct}`, bytes };
  return createEngineChecker(await openRules({ specPackage: rules, next, registry }, io), {
    caller: access.loggedInAs,
  });
}

function toUnpublishedFailure({ service }: NamedAccess, document: string): Failure {
  return new Failure(
    toPrintable(`${service} does not publish ${document} now. Try again in a minute.`),
    exitCode.service,
  );
}
