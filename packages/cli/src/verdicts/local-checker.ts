import { hash } from "node:crypto";
import { type Domain, type JsonObject, limits, type RegistryRange } from "@assay/contract";
import { type RegistryView, rangeOf, readRegistryRange, registryFromRanges } from "@assay/engine";
import type { NamedAccess } from "../access/open-access.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import type { Checked, Checker, DomainRef } from "./checker.ts";
import { offlineChecker } from "./offline-checker.ts";
import { type OfflineEngine, openOffline } from "./offline-engine.ts";
import { findDomain } from "./resolve-domain.ts";

/** What checks here need. */
interface LocalParts {
  readonly access: NamedAccess;
  /** Asks the service for a whole verdict, which needs a key. */
  readonly remote: () => Pick<Checker, "check">;
  readonly resolveDomain: Checker["resolveDomain"];
  readonly upcoming: boolean;
  /** False if ids are not to be looked up. */
  readonly lookup: boolean;
  readonly io: Io;
}

/** Where the verdicts on a domain come from: from here with its rules, or from the service, and why. */
type Source =
  | { readonly kind: "here"; readonly rules: Omit<OfflineEngine, "registry">; readonly ranges: string | undefined }
  | { readonly kind: "service" };

const sha256 = (text: string) => hash("sha256", text);
/** How many drafts look their ids up at the same time. */
const maxLookups = 8;
/** How often a set of ranges is read again that changed while it was read. */
const maxRounds = 3;

/**
 * Checks many drafts with the rules that the service uses, so that each need not be a call. The service is asked for a draft
 * whose verdict cannot be had here: its engine has another version, or the draft is valid and its id is not public.
 */
export function createLocalChecker({ access, remote, resolveDomain, upcoming, lookup, io }: LocalParts): Checker {
  const sources = new Map<string, Promise<Source>>();
  const notes = new Set<string>();
  const note = (text: string) => {
    if (!notes.has(text)) printNote(text, io);
    notes.add(text);
  };
  let listed: ReturnType<NamedAccess["listDomains"]> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const sourceOf = (domain: DomainRef): Promise<Source> => {
    const name = `${domain.targetProduct}/${domain.domainId}`;
    const known = sources.get(name) ?? openSource(domain);
    sources.set(name, known);
    return known;
  };

  async function openSource(ref: DomainRef): Promise<Source> {
    listed ??= access.listDomains();
    const { domains, engine } = await listed;
    const domain = findDomain(domains, ref);
    if (engine?.version !== io.version()) {
      const theirs = engine?.version ?? "an unknown version";
      note(`Each file is sent to ${access.service}, because its engine is ${theirs} and this one is ${io.version()}.`);
      return { kind: "service" };
    }
    const opened = await openRules(domain, access);
    const isPublic = domain.registryUrl !== undefined;
    const ranges = isPublic ? `${factsPath(domain)}/registry/` : undefined;
    if (opened) return { kind: "here", rules: opened, ranges };
    note(`Each file is sent to ${access.service}, because it did not provide the rules for ${ref.targetProduct}.`);
    return { kind: "service" };
  }

  // One after another: the service counts calls, and makes all wait that are too many.
  function ask(candidate: JsonObject, domain: DomainRef, why: string): Promise<Checked> {
    if (!access.hasKey) {
      throw new Failure(
        `${why} That needs a key for ${access.service}: log in there with \`assay login\`, or set ASSAY_KEY.`,
      );
    }
    const asked = last.then(() => remote().check(candidate, domain));
    last = asked.catch(() => {});
    return asked;
  }

  return {
    resolveDomain,
    parallel: maxLookups,
    async check(candidate, domain) {
      const source = await sourceOf(domain);
      if (source.kind === "service") return await ask(candidate, domain, "The service checks each file.");
      const { rules, ranges } = source;
      const check = (registry: RegistryView) =>
        offlineChecker({ ...rules, registry }, { upcoming }).check(candidate, domain);
      // The ids are read after the draft: one that was taken meanwhile is not said to be free.
      const known =
        lookup && ranges ? await readRanges(rangeNames(candidate, rules), ranges, domain, access) : undefined;
      if (known) return await check(known);
      const apart = withoutLookup(await check(allFree));
      if (!lookup || !apart.valid) return apart;
      const why = ranges ? "The ids could not be read." : `The ids of ${domain.targetProduct} are not public.`;
      return await ask(
        candidate,
        domain,
        `${why} Skip the lookup with --no-lookup, or let the service look up the ids.`,
      );
    },
    build() {
      throw new TypeError("The service builds packages.");
    },
  };
}

/** Says nothing about any id. */
const allFree: RegistryView = {
  revision: "",
  find: () => ({ kind: "free" }),
  exact: { find: () => ({ kind: "free" }) },
};

function withoutLookup(checked: Checked): Checked {
  const summary = checked.valid
    ? checked.summary.replace(/^Valid(?: under \d+\.\d+\.\d+)?/, "$& apart from the id, which was not looked up")
    : `${checked.summary} Its id was not looked up.`;
  return { ...checked, summary, idLookedUp: false };
}

// The file of the rules is named after their bytes. Its address is below the service that was reached.
async function openRules(
  domain: Domain,
  { fetchPublic }: NamedAccess,
): Promise<Omit<OfflineEngine, "registry"> | undefined> {
  const { specPackage, nextSpecPackage, targetProduct, domainId } = domain;
  const load = async (url: unknown) => {
    const [name, sha] = /([0-9a-f]{64})\.json$/.exec(typeof url === "string" ? url : "") ?? [];
    if (name === undefined) return undefined;
    const bytes = await fetchPublic(`${factsPath(domain)}/spec-packages/${name}`, limits.specPackage.bytes);
    if (!bytes || hash("sha256", bytes) !== sha) return undefined;
    return { name: `The spec package of ${targetProduct}/${domainId}`, bytes };
  };
  const [current, next] = await Promise.all([load(specPackage?.url), load(nextSpecPackage?.url)]);
  if (!current || (nextSpecPackage && !next)) return undefined;
  return await openOffline({ specPackage: current, next });
}

function factsPath({ targetProduct, domainId }: DomainRef): string {
  return `facts/${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
}

function rangeNames(candidate: JsonObject, { engine, spec, next }: Omit<OfflineEngine, "registry">): readonly string[] {
  const keys = [spec, ...(next ? [next] : [])].flatMap((rules) => engine.registryKeys(rules, candidate));
  return [...new Set(keys.map((key) => rangeOf(key, sha256)))];
}

// A verdict never mixes revisions.
async function readRanges(
  names: readonly string[],
  above: string,
  { targetProduct }: DomainRef,
  access: NamedAccess,
): Promise<RegistryView | undefined> {
  for (let round = 0; round < maxRounds; round += 1) {
    const ranges = await Promise.all(names.map((range) => readRange(above, targetProduct, range, access)));
    const known = ranges.filter((range) => range !== undefined);
    if (known.length < names.length) return undefined;
    const [revision = "", ...others] = new Set(known.map((range) => range.revision));
    if (others.length === 0) return registryFromRanges({ revision, ranges: known, sha256 });
  }
  return undefined;
}

async function readRange(
  above: string,
  targetProduct: string,
  range: string,
  { service, fetchPublic }: NamedAccess,
): Promise<RegistryRange | undefined> {
  const bytes = await fetchPublic(above + range, limits.registry.rangeBytes);
  if (!bytes) return undefined;
  const read = readRegistryRange(bytes, { targetProduct, range, sha256 });
  if (read.kind === "ok") return read.document;
  const message = `${service} did not return a registry range for ${targetProduct}. Let the service look up the ids with --remote, or skip the lookup with --no-lookup.`;
  throw new Failure(printable(message), exitCode.service);
}
