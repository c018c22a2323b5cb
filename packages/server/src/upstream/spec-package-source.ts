import { hash } from "node:crypto";
import { limits } from "@assay/contract";
import type { SpecAdmission } from "../admission/create-admission.ts";
import { type Cached, isFresh } from "../shared/cached.ts";
import type { PublishedDocument } from "../shared/ports.ts";
import { tryOnce } from "./try-once.ts";
import { createBegin, type Refreshed, type Upstream } from "./upstream.ts";

type Spec = Extract<SpecAdmission, { kind: "ok" }>["spec"];

/** The package that is announced to follow. */
export interface NextPackage {
  readonly spec: Spec;
  readonly published: PublishedDocument;
  readonly effectiveFrom: string;
}

interface Next extends NextPackage {
  readonly url: string;
  readonly etag: string | undefined;
}

/** The package in force, and the bytes that it was compiled from. */
export interface CurrentPackage extends Cached<Spec> {
  readonly published: PublishedDocument;
}

/** The package in force and the announced one; replaced as a whole, so that no call sees one without the other. */
interface Packages {
  readonly current: CurrentPackage & { readonly etag: string | undefined };
  readonly next: Next | undefined;
}

/** Creates the source of a domain's spec package; the last good one is used until it expires. */
export function createSpecPackageSource(upstream: Upstream): SpecPackageSource {
  return new SpecPackageSource(upstream);
}

class SpecPackageSource {
  readonly #upstream: Upstream;
  readonly #begin: ReturnType<typeof createBegin>;
  readonly #beginNext: ReturnType<typeof createBegin>;
  readonly #admit: (bytes: Uint8Array) => Promise<SpecAdmission>;
  readonly #admitNext: (bytes: Uint8Array) => Promise<SpecAdmission>;
  #packages: Packages | undefined;

  constructor(upstream: Upstream) {
    const { admission, config } = upstream;
    this.#upstream = upstream;
    this.#begin = createBegin("spec package", upstream);
    this.#beginNext = createBegin("next spec package", upstream);
    this.#admit = tryOnce((bytes) => admission.admitSpecPackage(bytes, config));
    this.#admitNext = tryOnce((bytes) => admission.admitSpecPackage(bytes, config, { continues: true }));
  }

  /** The package in force; nothing if it is too old to be used. */
  get current(): CurrentPackage | undefined {
    const { config, now } = this.#upstream;
    const cached = this.#packages?.current;
    return cached && isFresh(cached, config.maxStaleSeconds.specPackage, now()) ? cached : undefined;
  }

  /** The package that is announced to follow, if any. */
  get next(): NextPackage | undefined {
    return this.#packages?.next;
  }

  async refresh(): Promise<Refreshed> {
    const { config, fetcher, now } = this.#upstream;
    const known = this.#packages;
    const maxBytes = limits.specPackage.bytes;
    const fail = this.#begin(config.specPackageUrl);
    const fetched = await fetcher.fetch({
      part: "spec-package",
      url: config.specPackageUrl,
      etag: known?.current.etag,
      maxBytes,
    });
    const checkedAt = now();
    if (fetched.kind === "failed") return fail(fetched.reason);
    if (fetched.kind === "same" && known) {
      const next = await this.#refreshNext(known.current.value, known.next);
      this.#packages = { current: { ...known.current, checkedAt }, next: next.value };
      return next;
    }
    if (fetched.kind === "same") return fail("304 Not Modified, although nothing was cached");
    const admitted = await this.#admit(fetched.bytes);
    if (admitted.kind === "refused") return fail(admitted.reason, admitted);
    const { spec } = admitted;
    const next = await this.#refreshNext(spec, known?.next);
    this.#announce(spec, known?.current.value);
    const published = publishedAs(fetched.bytes);
    this.#packages = { current: { value: spec, published, etag: fetched.etag, checkedAt }, next: next.value };
    return next;
  }

  async #refreshNext(
    { document }: Spec,
    known: Next | undefined,
  ): Promise<Refreshed & { readonly value: Next | undefined }> {
    const { config, fetcher } = this.#upstream;
    const announced = document.next;
    if (!announced) return { value: undefined };
    const { url, effectiveFrom } = announced;
    const fail = this.#beginNext(url);
    if (URL.parse(url)?.origin !== URL.parse(config.specPackageUrl)?.origin) {
      return { ...fail("its URL has a different origin than the spec package"), value: undefined };
    }
    const last = known?.url === url ? known : undefined;
    const fetched = await fetcher.fetch({
      part: "spec-package",
      url,
      etag: last?.etag,
      maxBytes: limits.specPackage.bytes,
    });
    if (fetched.kind === "same" && last) return { value: { ...last, effectiveFrom } };
    if (fetched.kind !== "new") {
      return { ...fail(fetched.kind === "failed" ? fetched.reason : "unknown"), value: last };
    }
    const admitted = await this.#admitNext(fetched.bytes);
    if (admitted.kind === "refused") return { ...fail(admitted.reason, admitted), value: last };
    const { bytes, etag } = fetched;
    return { value: { url, etag, spec: admitted.spec, published: publishedAs(bytes), effectiveFrom } };
  }

  #announce({ document, digest }: Spec, before: Spec | undefined): void {
    if (before?.digest === digest) return;
    const { targetProduct, domainId, version } = document;
    const lower = before !== undefined && isLower(version, before.document.version);
    this.#upstream.events.specPackageInForce({ targetProduct, domainId, version, digest, ...(lower && { lower }) });
  }
}

function publishedAs(bytes: Uint8Array): PublishedDocument {
  return { sha256: hash("sha256", bytes), bytes };
}

function isLower(version: string, than: string): boolean {
  const parts = version.split(".").map(Number);
  const others = than.split(".").map(Number);
  const index = parts.findIndex((part, at) => part !== others[at]);
  return index >= 0 && (parts[index] ?? 0) < (others[index] ?? 0);
}
