import type { RegistryRange } from "@assay/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import { createRanges, type Ranges, type RangesParts } from "./ranges.ts";
import type { RegistryState } from "./state.ts";

/** Every range of a registry that was fetched, all of one revision. */
export interface KnownRanges {
  readonly revision: string;
  readonly ranges: readonly RegistryRange[];
}

/** The registry of what a page checks against, which can change. */
export interface Registry extends Omit<Ranges, "close"> {
  readonly state: ReadonlySignal<RegistryState>;
  readonly known: () => KnownRanges | undefined;
  /** Forgets everything, and begins with another registry, or with none that the page may read. */
  open(load: RangesParts["load"] | undefined, debounceMs?: number): void;
}

const defaultDebounceMs = 400;

/** Creates the registry of a page; `onRanges` is called when something in it is new. */
export function createRegistry(
  parts: Pick<RangesParts, "now" | "timers"> & { readonly onRanges: (known: KnownRanges) => void },
): Registry {
  const state = signal<RegistryState>({ kind: "idle" });
  let ranges: Ranges | undefined;
  let known: KnownRanges | undefined;
  return {
    state,
    known: () => known,
    open(load, debounceMs = defaultDebounceMs) {
      ranges?.close();
      known = undefined;
      state.value = load ? { kind: "idle" } : { kind: "not-published" };
      ranges = load && createRanges({ ...parts, load, debounceMs, onState, onRanges });
    },
    need: (names) => ranges?.need(names),
    refresh: () => ranges?.refresh(),
    retry: () => ranges?.retry(),
  };

  function onState(next: RegistryState): void {
    state.value = next;
  }

  function onRanges(revision: string, all: readonly RegistryRange[]): void {
    known = { revision, ranges: all };
    parts.onRanges(known);
  }
}
