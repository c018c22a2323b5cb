import { limits, type RegistryRange } from "@assay/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { RangeFetched } from "./read-range.ts";
import type { RegistryState } from "./state.ts";
import type { Timers } from "./timers.ts";

/** What a registry needs. */
export interface RegistryParts {
  readonly now: () => number;
  readonly timers: Timers;
  /** Called with all ranges when something in them is new. */
  readonly onRanges: (known: KnownRanges) => void;
}

/** Every range that was fetched, all of one revision. */
interface KnownRanges {
  readonly revision: string;
  readonly ranges: readonly RegistryRange[];
}

type LoadRange = (name: string) => Promise<RangeFetched>;

/** The registry of what a page checks against, which can change. */
export interface Registry {
  readonly state: ReadonlySignal<RegistryState>;
  known(): KnownRanges | undefined;
  /** Forgets everything, and begins with another registry, or with none that the page may read. */
  open(load: LoadRange | undefined, debounceMs?: number): void;
  /** Names the ranges that the newest verdict lacks. */
  need(names: readonly string[]): void;
  /** Fetches again what is older than a minute; called when a text is checked. */
  refresh(): void;
  /** Tries again at once after a failure. */
  retry(): void;
}

/** How long to wait for the next letter of an id before it is looked up. */
const defaultDebounceMs = 400;
const refreshAfterMs = 60_000;
const firstRetryMs = 2_000;
const lastRetryMs = 60_000;
/** How often a set is read again that changed while it was read. */
const rounds = 3;
/** As many as one verdict may need: the rest is fetched again when it is needed again. */
const maxRefetched = 2 * limits.registryKeys;

/** Fetches ranges of a registry when a verdict lacks them, and keeps them. */
export function createRegistry({ now, timers, onRanges }: RegistryParts): Registry {
  const state = signal<RegistryState>({ kind: "idle" });
  /** Another object for each registry that is opened. */
  let source: { readonly load: LoadRange; readonly debounceMs: number } | undefined;
  let known: Known | undefined;
  let wanted: readonly string[] = [];
  let cancel: (() => void) | undefined;
  let isFetching = false;
  let failures = 0;
  let retryAt = 0;

  const isMissing = (name: string) => !known?.ranges.has(name);
  const isOld = () => known !== undefined && now() - known.fetchedAt > refreshAfterMs;
  const allOf = ({ revision, ranges }: Omit<Known, "fetchedAt">) => ({ revision, ranges: [...ranges.values()] });

  function schedule(): void {
    cancel?.();
    cancel = undefined;
    const from = source;
    if (!from || isFetching || (!wanted.some(isMissing) && !isOld())) return;
    cancel = timers.after(Math.max(from.debounceMs, retryAt - now()), () => {
      cancel = undefined;
      void fetchAll(from);
    });
  }

  async function fetchAll(from: NonNullable<typeof source>): Promise<void> {
    isFetching = true;
    const fetched = await fetchConsistent(known, wanted.filter(isMissing), isOld(), from.load);
    if (from !== source) return;
    isFetching = false;
    if (fetched.kind === "failed") {
      failures += 1;
      retryAt = now() + Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs);
      state.value = fetched;
    } else {
      failures = 0;
      retryAt = 0;
      const { revision, ranges } = fetched;
      const isNew = known?.revision !== revision || [...ranges.keys()].some(isMissing);
      known = { revision, ranges, fetchedAt: now() };
      state.value = wanted.some(isMissing) ? { kind: "loading" } : ready(known);
      if (isNew) onRanges(allOf(known));
    }
    schedule();
  }

  return {
    state,
    known: () => known && allOf(known),
    open(load, debounceMs = defaultDebounceMs) {
      source = load && { load, debounceMs };
      known = undefined;
      wanted = [];
      isFetching = false;
      failures = 0;
      retryAt = 0;
      state.value = load ? { kind: "idle" } : { kind: "not-published" };
      schedule();
    },
    need(names) {
      if (!source) return;
      wanted = names;
      const isComplete = !names.some(isMissing);
      if (isComplete && known) state.value = ready(known);
      if (!isComplete && failures === 0) state.value = { kind: "loading" };
      schedule();
    },
    refresh() {
      if (isOld()) schedule();
    },
    retry() {
      retryAt = 0;
      schedule();
    },
  };
}

function ready({ revision, fetchedAt }: Known): RegistryState {
  return { kind: "ready", revision, fetchedAt };
}

interface Known {
  readonly revision: string;
  readonly ranges: ReadonlyMap<string, RegistryRange>;
  readonly fetchedAt: number;
}

type Consistent =
  | { readonly kind: "ok"; readonly revision: string; readonly ranges: ReadonlyMap<string, RegistryRange> }
  | { readonly kind: "failed"; readonly reason: string };

// A verdict never mixes revisions: when the revision has moved, the ranges that are known are fetched again too.
async function fetchConsistent(
  known: Known | undefined,
  missing: readonly string[],
  isOld: boolean,
  load: LoadRange,
): Promise<Consistent> {
  const everything = [...new Set([...(known?.ranges.keys() ?? []), ...missing])].slice(-maxRefetched);
  let kept = isOld ? undefined : known;
  for (let round = 0; round < rounds; round += 1) {
    const fetched = await Promise.all((kept ? missing : everything).map(load));
    const ranges = new Map(kept?.ranges);
    const revisions = new Set(kept && [kept.revision]);
    for (const answer of fetched) {
      if (answer.kind === "failed") return answer;
      ranges.set(answer.range.range, answer.range);
      revisions.add(answer.range.revision);
    }
    const [revision] = revisions;
    if (revision !== undefined && revisions.size === 1) return { kind: "ok", revision, ranges };
    kept = undefined;
  }
  return { kind: "failed", reason: "The registry kept changing while it was being read." };
}
