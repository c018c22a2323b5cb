import { createHash } from "node:crypto";
import { limits } from "@assay/contract";
import type { Admitted } from "../admission/create-admission.ts";
import { createReport, type Held, isFresh, type Refreshed, type Upstream } from "./upstream.ts";

type Spec = Extract<Admitted, { kind: "ok" }>["spec"];

interface Next {
  readonly url: string;
  readonly etag: string | undefined;
  readonly spec: Spec;
  readonly effectiveFrom: string;
}

/** What is in force, and what is announced; replaced as a whole, so nobody sees one without the other. */
interface Rules {
  readonly current: Held<Spec> & { readonly etag: string | undefined };
  readonly next: Next | undefined;
}

/** The spec package of a domain: the last good one serves until it is too old, whatever is published after it. */
export function createRules(upstream: Upstream) {
  const { config, fetcher, events, now } = upstream;
  const { specPackageUrl } = config;
  const report = createReport("spec package", upstream);
  const reportNext = createReport("next spec package", upstream);
  const { admission } = upstream;
  const admit = createTrial((bytes) => admission.admitSpecPackage(bytes, config));
  const admitNext = createTrial((bytes) => admission.admitSpecPackage(bytes, config, { continues: true }));
  let rules: Rules | undefined;

  async function refresh(): Promise<Refreshed> {
    const maxBytes = limits.specPackage.bytes;
    const fetched = await fetcher.fetch({ url: specPackageUrl, etag: rules?.current.etag, maxBytes });
    const checkedAt = now();
    if (fetched.kind === "failed") return report(fetched.reason);
    if (fetched.kind === "same" && rules) {
      const next = await refreshNext(rules.current.value, rules.next);
      rules = { current: { ...rules.current, checkedAt }, next: next.value };
      return next;
    }
    if (fetched.kind === "same") return report("not modified, though nothing was known");
    const admitted = await admit(fetched.bytes);
    if (admitted.kind === "refused") return report(admitted.reason, admitted);
    const { spec } = admitted;
    const next = await refreshNext(spec, rules?.next);
    tell(spec, rules?.current.value);
    rules = { current: { value: spec, etag: fetched.etag, checkedAt }, next: next.value };
    return next;
  }

  async function refreshNext(
    { document }: Spec,
    known: Next | undefined,
  ): Promise<Refreshed & { readonly value: Next | undefined }> {
    const announced = document.next;
    if (!announced) return { value: undefined };
    const { url, effectiveFrom } = announced;
    if (URL.parse(url)?.origin !== URL.parse(specPackageUrl)?.origin) {
      return { ...reportNext("its url has another origin than the spec package"), value: undefined };
    }
    const last = known?.url === url ? known : undefined;
    const fetched = await fetcher.fetch({ url, etag: last?.etag, maxBytes: limits.specPackage.bytes });
    if (fetched.kind === "same" && last) return { value: { ...last, effectiveFrom } };
    if (fetched.kind !== "new")
      return { ...reportNext(fetched.kind === "failed" ? fetched.reason : "unknown"), value: last };
    const admitted = await admitNext(fetched.bytes);
    if (admitted.kind === "refused") return { ...reportNext(admitted.reason, admitted), value: last };
    return { value: { url, etag: fetched.etag, spec: admitted.spec, effectiveFrom } };
  }

  function tell({ document, digest }: Spec, before: Spec | undefined): void {
    if (before?.digest === digest) return;
    const { targetProduct, domainId, version } = document;
    const lower = before !== undefined && isLower(version, before.document.version);
    events.specPackageInForce({ targetProduct, domainId, version, digest, ...(lower && { lower }) });
  }

  return {
    refresh,
    /** What is in force; nothing when it is too old to judge by. */
    get current(): Held<Spec> | undefined {
      return rules && isFresh(rules.current, config.maxStaleSeconds.specPackage, now()) ? rules.current : undefined;
    },
    get next(): { readonly spec: Spec; readonly effectiveFrom: string } | undefined {
      return rules?.next;
    },
  };
}

// The same bytes are tried once: a refused document stays refused, and an origin without tags costs nothing. A trial
// that was cut short says little of the document when the machine was busy: it is repeated, after a while each time after
// twice as many refreshes, so that a document which is to blame costs less and less.
function createTrial(admit: (bytes: Uint8Array) => Promise<Admitted>): (bytes: Uint8Array) => Promise<Admitted> {
  let last: { readonly hash: string; readonly admitted: Admitted; readonly seen: number } | undefined;
  return async (bytes) => {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const known = last?.hash === hash ? last : undefined;
    const seen = (known?.seen ?? 0) + 1;
    const cutShort = known?.admitted.kind === "refused" && known.admitted.cutShort === true;
    const admitted = known && !(cutShort && isDue(seen)) ? known.admitted : await admit(bytes);
    last = { hash, admitted, seen };
    return admitted;
  };
}

function isDue(seen: number): boolean {
  return seen <= 8 || Number.isInteger(Math.log2(seen));
}

function isLower(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const index = a.findIndex((part, at) => part !== b[at]);
  return index >= 0 && (a[index] as number) < (b[index] as number);
}
