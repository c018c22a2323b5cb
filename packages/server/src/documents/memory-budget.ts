import { limits } from "@assay/contract";

/** An edition of a domain's spec package. */
type Edition = "current" | "next";

/** The part of a domain in the memory for spec packages. */
export interface MemoryShare {
  /**
   * Takes memory for an edition, in place of the one before it. Resolves with the reason if it does not fit: then the one
   * before it keeps its memory. During the start it waits for domains that are earlier in the file, if they matter.
   */
  take(edition: Edition, weight: number): Promise<string | undefined>;
  /** Gives back the memory of an edition. */
  release(edition: Edition): void;
  /** The first refresh of the domain has ended: no memory is held ready for it any more. */
  settle(): void;
}

/** How much of the memory for spec packages is taken. */
interface MemoryUse {
  readonly bytes: number;
  readonly maxBytes: number;
}

/** The memory for the compiled spec packages of all domains. */
export interface MemoryBudget {
  /** Creates the share of the next domain, in the order of the domains file. */
  createShare(): MemoryShare;
  readonly use: MemoryUse;
}

const reservedBytes = 2 * limits.specPackage.weight;

/**
 * Creates a budget. It counts what documents weigh and not the memory of the process, so that all instances decide alike.
 * At the start, documents arrive in any order; so as much as a domain may ever need is held ready for it until its first
 * refresh has ended, and later domains take only what is left, or wait.
 */
export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const shares: { readonly taken: { [edition in Edition]: number }; isSettled: boolean }[] = [];
  const waiting = new Set<() => void>();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const used = () => sum(shares.map(({ taken }) => taken.current + taken.next));
  return {
    get use() {
      return { bytes: used(), maxBytes };
    },
    createShare() {
      const share = { taken: { current: 0, next: 0 }, isSettled: false };
      const earlier = shares.slice();
      shares.push(share);
      const heldReady = () =>
        sum(
          earlier.map(({ taken, isSettled }) =>
            isSettled ? 0 : Math.max(0, reservedBytes - taken.current - taken.next),
          ),
        );
      return {
        async take(edition, weight) {
          const others = () => used() - share.taken[edition];
          while (others() + weight <= maxBytes && others() + weight + heldReady() > maxBytes) {
            await new Promise<void>((resolve) => waiting.add(resolve));
          }
          if (others() + weight > maxBytes) return describe(weight, { bytes: others(), maxBytes });
          share.taken[edition] = weight;
          return undefined;
        },
        release(edition) {
          share.taken[edition] = 0;
        },
        settle() {
          share.isSettled = true;
          const woken = [...waiting];
          waiting.clear();
          for (const wake of woken) wake();
        },
      };
    },
  };
}

function describe(weight: number, { bytes, maxBytes }: MemoryUse): string {
  const kilobytes = (value: number) => `${Math.ceil(value / 1_024).toLocaleString("en")} KB`;
  return `it weighs ${kilobytes(weight)} and does not fit into memory: the other spec packages weigh ${kilobytes(bytes)} of the ${kilobytes(maxBytes)} that ASSAY_SPEC_PACKAGES_MB allows. Give the service more memory and raise the setting, or serve fewer domains`;
}
