import { limits, type RegistryRange } from "@assay/contract";
import type { RangeFetched } from "./read-range.ts";
import type { RegistryState } from "./state.ts";
import type { Timers } from "./timers.ts";

/** What the ranges of a registry need. */
export interface RangesParts {
  readonly load: (name: string) => Promise<RangeFetched>;
  readonly now: () => number;
  readonly timers: Timers;
  /** How long to wait for the next letter of an id before it is looked up. */
  readonly debounceMs: number;
  readonly onState: (state: RegistryState) => void;
  /** Called with all ranges when something in them is new; they are of one revision. */
  readonly onRanges: (revision: string, ranges: readonly RegistryRange[]) => void;
}

/** The ranges that were fetched, all of one revision. */
export interface Ranges {
  /** Names the ranges that the newest verdict lacks. */
  need(names: readonly string[]): void;
  /** Fetches again what is older than a minute; called when a text is checked. */
  refresh(): void;
  /** Tries again at once after a failure. */
  retry(): void;
  close(): void;
}

const refreshAfterMs = 60_000;
const firstRetryMs = 2_000;
const lastRetryMs = 60_000;
/** How often a set is read again that changed while it was read. */
const rounds = 3;
/** As many as one verdict may need: the rest is fetched again when it is needed again. */
const maxRefetched = 2 * limits.registryKeys;

/** Fetches ranges of a registry when a verdict lacks them, and keeps them. */
export function createRanges({ load, now, timers, debounceMs, onState, onRanges }: RangesParts): Ranges {
  let known: Known | undefined;
  let wanted: readonly string[] = [];
  let cancel: (() => void) | undefined;
  let isFetching = false;
  let isClosed = false;
  let failures = 0;
  let retryAt = 0;

  const isMissing = (name: string) => !known?.ranges.has(name);
  const isOld = () => known !== undefined && now() - known.fetchedAt > refreshAfterMs;

  function schedule(): void {
    cancel?.();
    cancel = undefined;
    if (isClosed || isFetching || (!wanted.some(isMissing) && !isOld())) return;
    cancel = timers.after(Math.max(debounceMs, retryAt - now()), () => {
      cancel = undefined;
      void fetchAll();
    });
  }

  async function fetchAll(): Promise<void> {
    isFetching = true;
    const fetched = await fetchConsistent(known, wanted.filter(isMissing), isOld(), load);
    isFetching = false;
    if (isClosed) return;
    if (fetched.kind === "failed") {
      failures += 1;
      retryAt = now() + Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs);
      onState(fetched);
    } else {
      failures = 0;
      retryAt = 0;
      const { revision, ranges } = fetched;
      const isNew = known?.revision !== revision || [...ranges.keys()].some(isMissing);
      known = { revision, ranges, fetchedAt: now() };
      onState(wanted.some(isMissing) ? { kind: "loading" } : { kind: "ready", revision, fetchedAt: known.fetchedAt });
      if (isNew) onRanges(revision, [...ranges.values()]);
    }
    schedule();
  }

  return {
    need(names) {
      wanted = names;
      const isComplete = !names.some(isMissing);
      if (isComplete && known) onState({ kind: "ready", revision: known.revision, fetchedAt: known.fetchedAt });
      if (!isComplete && failures === 0) onState({ kind: "loading" });
      schedule();
    },
    refresh() {
      if (isOld()) schedule();
    },
    retry() {
      retryAt = 0;
      schedule();
    },
    close() {
      isClosed = true;
      cancel?.();
    },
  };
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
  load: RangesParts["load"],
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
  return { kind: "failed", reason: "The registry changed each time while it was read." };
}
