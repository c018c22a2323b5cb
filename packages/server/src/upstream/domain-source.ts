import { type DomainName, limits, type RegistryRange } from "@assay/contract";
import { admitRange, admitRegistry, rangesOf, viewOf } from "../admission/admit-registry.ts";
import { admitSpecPackage } from "../admission/admit-spec-package.ts";
import { Problem } from "../problem.ts";
import type { Events } from "../telemetry/events.ts";
import { type Fetched, fetchDocument } from "./fetch-document.ts";

/** A domain as the operator configures it. */
export interface DomainConfig extends DomainName {
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly registry: { readonly mode: "snapshot" | "ranges"; readonly url: string };
  readonly refreshSeconds: number;
  readonly maxStaleSeconds: { readonly specPackage: number; readonly registry: number };
}

interface SourceOptions {
  readonly config: DomainConfig;
  readonly events: Events;
  now(): Date;
}

const fetchTimeoutMs = 5_000;

type Admitted = Extract<Awaited<ReturnType<typeof admitSpecPackage>>, { kind: "ok" }>;
type Spec = Admitted["spec"];
type View = Extract<ReturnType<typeof admitRegistry>, { kind: "ok" }>["value"];

interface Held<Value> {
  readonly value: Value;
  readonly etag: string | undefined;
  checkedAt: Date;
}

/** The rules and the registry of one domain: fetched in the background, last good copies in use while they may be. */
export function createDomainSource({ config, events, now }: SourceOptions) {
  const { targetProduct, domainId, specPackageUrl, submissionUrl } = config;
  let specPackage: Held<Spec> | undefined;
  let next: { readonly spec: Spec; readonly effectiveFrom: string } | undefined;
  let registry: Held<View> | undefined;
  let trouble = false;

  const failed = (part: string, reason: string) => {
    trouble = true;
    events.refreshFailed({ targetProduct, domainId, part, reason });
  };
  const isFresh = (held: Held<unknown>, seconds: number) =>
    now().getTime() - held.checkedAt.getTime() <= seconds * 1_000;

  async function refreshSpecPackage(signal: AbortSignal): Promise<void> {
    const { bytes: maxBytes } = limits.specPackage;
    const fetched = await fetchDocument({ url: specPackageUrl, etag: specPackage?.etag, maxBytes, signal });
    if (fetched.kind === "failed") return failed("spec package", fetched.reason);
    if (fetched.kind === "same") {
      if (specPackage) specPackage.checkedAt = now();
      return;
    }
    const admitted = await admitSpecPackage(fetched.bytes, config);
    if (admitted.kind === "refused") return failed("spec package", admitted.reason);
    const { spec } = admitted;
    if (spec.digest !== specPackage?.value.digest) {
      events.specPackageInForce({ targetProduct, domainId, version: spec.document.version, digest: spec.digest });
    }
    specPackage = { value: spec, etag: fetched.etag, checkedAt: now() };
    await refreshNext(spec, signal);
  }

  async function refreshNext({ document }: Spec, signal: AbortSignal): Promise<void> {
    const announced = document.next;
    if (!announced) {
      next = undefined;
      return;
    }
    if (URL.parse(announced.url)?.origin !== URL.parse(specPackageUrl)?.origin) {
      next = undefined;
      return failed("next spec package", "its url has another origin than the spec package");
    }
    const fetched = await fetchDocument({ url: announced.url, maxBytes: limits.specPackage.bytes, signal });
    if (fetched.kind !== "new") return failed("next spec package", reasonOf(fetched));
    const admitted = await admitSpecPackage(fetched.bytes, config);
    if (admitted.kind === "refused") return failed("next spec package", admitted.reason);
    next = { spec: admitted.spec, effectiveFrom: announced.effectiveFrom };
  }

  async function refreshRegistry(signal: AbortSignal): Promise<void> {
    if (config.registry.mode !== "snapshot") return;
    const { bytes: maxBytes } = limits.registry;
    const fetched = await fetchDocument({ url: config.registry.url, etag: registry?.etag, maxBytes, signal });
    if (fetched.kind === "failed") return failed("registry", fetched.reason);
    if (fetched.kind === "same") {
      if (registry) registry.checkedAt = now();
      return;
    }
    const read = admitRegistry(fetched.bytes, targetProduct);
    if (read.kind === "refused") return failed("registry", read.reason);
    registry = { value: read.value, etag: fetched.etag, checkedAt: now() };
  }

  async function fetchRanges(keys: readonly string[], signal: AbortSignal) {
    const ranges = await Promise.all(rangesOf(keys).map((range) => fetchRange(range, signal)));
    const revisions = new Set(ranges.map(({ revision }) => revision));
    // A revision that changed in between: what one range says may not hold together with another.
    if (revisions.size > 1) throw unavailable("its revision changed while it was read");
    const [revision = "none asked"] = revisions;
    return { value: viewOf(ranges, revision), checkedAt: now() };
  }

  async function fetchRange(range: string, signal: AbortSignal): Promise<RegistryRange> {
    const url = `${config.registry.url}/ranges/${range}`;
    const fetched = await fetchDocument({ url, maxBytes: limits.registry.bytes, signal });
    if (fetched.kind !== "new") throw unavailable(reasonOf(fetched));
    const read = admitRange(fetched.bytes, targetProduct, range);
    if (read.kind === "refused") throw unavailable(read.reason);
    return read.value;
  }

  function unavailable(reason: string): Problem {
    events.refreshFailed({ targetProduct, domainId, part: "registry", reason });
    const detail = `Whether an id of ${targetProduct} is free cannot be told now: its registry cannot be had. Try again later.`;
    return new Problem("registry-unavailable", detail, { retryAfterSeconds: 5 });
  }

  return {
    targetProduct,
    domainId,
    specPackageUrl,
    submissionUrl,
    get status(): "ready" | "degraded" | "unavailable" {
      if (!this.specPackage) return "unavailable";
      return trouble ? "degraded" : "ready";
    },
    get specPackage() {
      return specPackage && isFresh(specPackage, config.maxStaleSeconds.specPackage) ? specPackage : undefined;
    },
    get next() {
      return next;
    },
    async registryFor(keys: readonly string[], patience: () => AbortSignal) {
      if (config.registry.mode === "ranges") return await fetchRanges(keys, patience());
      if (registry && isFresh(registry, config.maxStaleSeconds.registry)) return registry;
      throw unavailable("the last good copy is too old, or there is none");
    },
    /** Asks the target product once; whatever fails leaves the last good copy in use. */
    async refresh(): Promise<void> {
      const signal = AbortSignal.timeout(fetchTimeoutMs);
      trouble = false;
      await Promise.all([refreshSpecPackage(signal), refreshRegistry(signal)]);
    },
  };
}

/** The source of one domain. */
export type DomainSource = ReturnType<typeof createDomainSource>;

function reasonOf(fetched: Exclude<Fetched, { kind: "new" }>): string {
  return fetched.kind === "failed" ? fetched.reason : "not modified, though nothing was known";
}
