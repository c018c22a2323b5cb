import { hash } from "node:crypto";
import { isLowerVersion, limits } from "@assay/contract";
import { type Copy, isFresh } from "../shared/cached.ts";
import type { PublishedDocument } from "../shared/ports.ts";
import { createBegin, type Refreshed, refusalKind, type Upstream } from "./upstream.ts";
import { vetOnce } from "./vet-once.ts";
import type { VettedSpecPackage, Vetting } from "./vetting/create-vetting.ts";

type Spec = Awaited<ReturnType<Vetting["compileSpecPackage"]>>;

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
export interface CurrentPackage extends Copy<Spec> {
  readonly published: PublishedDocument;
}

/** The package in force and the announced one; replaced as a whole, so that no call sees one without the other. */
interface Packages {
  readonly current: CurrentPackage & { readonly etag: string | undefined };
  readonly next: Next | undefined;
}

/** The source of a domain's spec package; the last good one is used until it expires. */
export class SpecPackageSource {
  readonly #upstream: Upstream;
  readonly #begin: ReturnType<typeof createBegin>;
  readonly #beginNext: ReturnType<typeof createBegin>;
  readonly #vet: (bytes: Uint8Array) => Promise<VettedSpecPackage>;
  readonly #vetNext: (bytes: Uint8Array) => Promise<VettedSpecPackage>;
  #packages: Packages | undefined;

  constructor(upstream: Upstream) {
    const { vetting, config } = upstream;
    this.#upstream = upstream;
    this.#begin = createBegin("spec package", upstream);
    this.#beginNext = createBegin("next spec package", upstream);
    this.#vet = vetOnce((bytes) => vetting.vetSpecPackage(bytes, config));
    this.#vetNext = vetOnce((bytes) => vetting.vetSpecPackage(bytes, config, { continues: true }));
  }

  /** The package in force; nothing if it is too old to be used. */
  get current(): CurrentPackage | undefined {
    const { config, elapsedMs } = this.#upstream;
    const cached = this.#packages?.current;
    return cached && isFresh(cached, config.maxStaleSeconds.specPackage, elapsedMs()) ? cached : undefined;
  }

  /** The package that is announced to follow, if any. */
  get next(): NextPackage | undefined {
    return this.#packages?.next;
  }

  // No local variable keeps the announced package across an await: it is released before another one is compiled.
  async refresh(): Promise<Refreshed> {
    const { config, fetcher, now, elapsedMs } = this.#upstream;
    const fail = this.#begin(config.specPackageUrl);
    const fetched = await fetcher.fetch({
      part: "spec-package",
      url: config.specPackageUrl,
      etag: this.#packages?.current.etag,
      maxBytes: limits.specPackage.bytes,
    });
    const confirmed = { checkedAt: now(), confirmedMs: elapsedMs() };
    if (fetched.kind === "failed") return fail(fetched.reason);
    const known = this.#packages?.current;
    if (fetched.kind === "same") {
      return known ? this.#confirm({ ...known, ...confirmed }) : fail("304 Not Modified, although nothing was cached");
    }
    const { etag } = fetched;
    const published = publishedAs(fetched.bytes);
    if (known?.published.sha256 === published.sha256) return this.#confirm({ ...known, etag, ...confirmed });
    const vetted = await this.#vet(fetched.bytes);
    if (vetted.kind === "refused") return fail(vetted.reason, refusalKind(vetted));
    const spec = await this.#upstream.vetting.compileSpecPackage(fetched.bytes, vetted);
    const next = await this.#refreshNext(spec);
    this.#announce(spec, known?.value);
    this.#packages = { current: { value: spec, published, etag, ...confirmed }, next: next.value };
    return { ...next, rulesConfirmed: true };
  }

  async #confirm(current: Packages["current"]): Promise<Refreshed> {
    const next = await this.#refreshNext(current.value);
    this.#packages = { current, next: next.value };
    return { ...next, rulesConfirmed: true };
  }

  async #refreshNext({ document }: Spec): Promise<Refreshed & { readonly value: Next | undefined }> {
    const { config, fetcher } = this.#upstream;
    const announced = document.next;
    if (!announced) return { value: undefined };
    const { url, effectiveFrom } = announced;
    const fail = this.#beginNext(url);
    if (URL.parse(url)?.origin !== URL.parse(config.specPackageUrl)?.origin) {
      return { ...fail("its URL has a different origin than the spec package", "invalid"), value: undefined };
    }
    const last = (): Next | undefined => {
      const next = this.#packages?.next;
      return next?.url === url ? next : undefined;
    };
    const fetched = await fetcher.fetch({
      part: "spec-package",
      url,
      etag: last()?.etag,
      maxBytes: limits.specPackage.bytes,
    });
    if (fetched.kind === "failed") return { ...fail(fetched.reason), value: last() };
    const known = last();
    if (fetched.kind === "same") {
      return known ? { value: { ...known, effectiveFrom } } : { ...fail("unknown"), value: undefined };
    }
    const { bytes, etag } = fetched;
    const published = publishedAs(bytes);
    if (known?.published.sha256 === published.sha256) return { value: { ...known, etag, effectiveFrom } };
    return this.#replaceNext({ url, etag, published, effectiveFrom }, fail, last);
  }

  // The announced package before it is gone by the time that this one is compiled, so that at most one is in memory.
  async #replaceNext(
    next: Omit<Next, "spec">,
    fail: ReturnType<ReturnType<typeof createBegin>>,
    last: () => Next | undefined,
  ): Promise<Refreshed & { readonly value: Next | undefined }> {
    const { bytes } = next.published;
    const vetted = await this.#vetNext(bytes);
    if (vetted.kind === "refused") return { ...fail(vetted.reason, refusalKind(vetted)), value: last() };
    if (this.#packages) this.#packages = { ...this.#packages, next: undefined };
    return { value: { ...next, spec: await this.#upstream.vetting.compileSpecPackage(bytes, vetted) } };
  }

  #announce({ document, digest }: Spec, before: Spec | undefined): void {
    if (before?.digest === digest) return;
    const { targetProduct, domainId, version } = document;
    const lower = before !== undefined && isLowerVersion(version, before.document.version);
    this.#upstream.events.specPackageInForce({ targetProduct, domainId, version, digest, ...(lower && { lower }) });
  }
}

function publishedAs(bytes: Uint8Array): PublishedDocument {
  return { sha256: hash("sha256", bytes), bytes };
}
