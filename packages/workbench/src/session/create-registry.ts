import { limits } from "@assay/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import { addTimeout, type Fetch } from "./fetch-rules.ts";
import type { RegistryState } from "./state.ts";

/** The registry in which the page looks up ids. It is loaded as one document, if the domain publishes it. */
export interface Registry {
  readonly state: ReadonlySignal<RegistryState>;
  /** The bytes of the document, once it is loaded. */
  bytes(): Uint8Array | undefined;
  /** Discards the document and loads the one at a path. Without a path, only the service looks up ids. */
  open(path: string | undefined, signal: AbortSignal): void;
  /** Reloads the document: with a check if the last attempt was over a minute ago, on a retry if it failed. */
  refresh(trigger: "check" | "retry"): void;
}

interface RegistryParts {
  readonly fetch: Fetch;
  /** Milliseconds since an arbitrary point in time. */
  readonly now: () => number;
  /** Called when a new document has been fetched. */
  readonly onLoaded: () => void;
}

const refreshAfterMs = 60_000;

/** Creates a registry that has no document yet. */
export function createRegistry({ fetch, now, onLoaded }: RegistryParts): Registry {
  const state = signal<RegistryState>({ kind: "not-published" });
  let source: { readonly path: string; readonly signal: AbortSignal } | undefined;
  let current: { readonly bytes: Uint8Array; readonly etag: string | null } | undefined;
  let attemptedAt = 0;

  async function load(): Promise<void> {
    const requested = source;
    if (!requested) return;
    attemptedAt = now();
    const loaded = await fetchRegistry(requested.path, fetch, requested.signal);
    if (requested !== source) return;
    if (loaded.kind === "failed") {
      state.value = loaded;
      return;
    }
    state.value = { kind: "ready" };
    if (current && loaded.etag !== null && loaded.etag === current.etag) return;
    current = loaded;
    onLoaded();
  }

  return {
    state,
    bytes: () => current?.bytes,
    open(path, signal) {
      source = path === undefined ? undefined : { path, signal };
      current = undefined;
      state.value = source ? { kind: "loading" } : { kind: "not-published" };
      void load();
    },
    refresh(trigger) {
      if (trigger === "retry" ? state.value.kind === "failed" : now() - attemptedAt > refreshAfterMs) void load();
    },
  };
}

type FetchedRegistry =
  | { readonly kind: "ok"; readonly bytes: Uint8Array; readonly etag: string | null }
  | { readonly kind: "failed"; readonly reason: string };

// With `no-cache`, the browser revalidates its own copy by its entity tag.
async function fetchRegistry(path: string, fetch: Fetch, signal: AbortSignal): Promise<FetchedRegistry> {
  try {
    const response = await fetch(path, { credentials: "omit", cache: "no-cache", signal: addTimeout(signal) });
    const { ok, status, headers } = response;
    if (!ok) return { kind: "failed", reason: `The service answered ${status} instead of the registry.` };
    const tooLarge = { kind: "failed", reason: "The registry is too large for this page." } as const;
    if (Number(headers.get("content-length")) > limits.registry.loadedBytes) {
      await response.body?.cancel();
      return tooLarge;
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > limits.registry.loadedBytes ? tooLarge : { kind: "ok", bytes, etag: headers.get("etag") };
  } catch {
    return { kind: "failed", reason: "The registry could not be loaded: the service could not be reached." };
  }
}
