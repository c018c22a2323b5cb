// What the worker does, without the worker: it needs neither a page nor a network.
import { limits, type RegistryRange } from "@assay/contract";
import {
  type CompiledSpec,
  createEngineForAdmitted,
  describeProposal,
  type EngineParts,
  type NeededParts,
  neededParts,
  type RegistryView,
  rangeOf,
  readJson,
  registryFromRanges,
  type Sha256,
} from "@assay/engine";
import type { CheckResult, FromWorker, ToWorker } from "./messages.ts";

/** What checking needs from where it runs. */
export interface CheckRunnerParts {
  readonly sha256: Sha256;
  readonly loadCel: () => Promise<EngineParts["cel"]>;
  readonly loadIdn: () => Promise<EngineParts["idn"]>;
  /** Lets waiting messages in. */
  readonly turn: () => Promise<void>;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly post: (message: FromWorker) => void;
  /** Called with what must not happen: something that the engine threw. */
  readonly fail: (error: unknown) => void;
}

/** Makes the function that takes the messages of the page. Of several checks that wait, the newest alone is done. */
export function createCheckRunner(parts: CheckRunnerParts): (message: ToWorker) => void {
  const { sha256, turn, post, fail } = parts;
  const engine = createEngineForAdmitted({ sha256 });
  const load = createLoader(parts);
  let rules: { readonly number: number; readonly specs?: Specs } | undefined;
  let registry: Registry = { ranges: [] };
  let waiting: Extract<ToWorker, { kind: "check" }> | undefined;
  let isScheduled = false;

  return (message) => {
    if (message.kind === "rules") void useRules(message);
    if (message.kind === "registry") registry = { revision: message.revision, ranges: message.ranges };
    if (message.kind === "check") {
      waiting = message;
      schedule();
    }
  };

  async function useRules({ rules: number, current, next }: Extract<ToWorker, { kind: "rules" }>): Promise<void> {
    rules = { number };
    // Ranges of another product are not this one's.
    registry = { ranges: [] };
    const isCurrent = () => rules?.number === number;
    try {
      const spec = await load(current, isCurrent);
      const specs = { spec, ...(next && { next: await load(next, isCurrent) }) };
      if (!isCurrent()) return;
      rules = { number, specs };
      post({ kind: "rules-ready", rules: number });
      schedule();
    } catch (error) {
      if (isCurrent()) post({ kind: "rules-failed", rules: number, reason: String(error) });
    }
  }

  // A newer text may have come while an older one was checked: its message is let in first.
  function schedule(): void {
    if (isScheduled || !rules?.specs || !waiting) return;
    isScheduled = true;
    void turn().then(() => {
      isScheduled = false;
      if (!rules?.specs || !waiting) return;
      const { turn: number, text } = waiting;
      waiting = undefined;
      try {
        const result = check(text, rules.specs, registry, { engine, ...parts });
        post({ kind: "checked", turn: number, rules: rules.number, result });
      } catch (error) {
        fail(error);
      }
    });
  }
}

/** The rules in force and the announced ones. */
interface Specs {
  readonly spec: CompiledSpec;
  readonly next?: CompiledSpec;
}

interface Registry {
  readonly revision?: string;
  readonly ranges: readonly RegistryRange[];
}

type AdmittedEngine = ReturnType<typeof createEngineForAdmitted>;
type CheckParts = Pick<CheckRunnerParts, "sha256" | "now"> & { readonly engine: AdmittedEngine };

function check(text: string, specs: Specs, registry: Registry, { engine, sha256, now }: CheckParts): CheckResult {
  const begin = now();
  // The envelope in which the candidate reaches the service takes one level.
  const read = readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1 });
  if (read.kind === "unreadable") return { kind: "unreadable", problem: read };
  const candidate = read.value;
  const { revision, ranges } = registry;
  const known = new Set(ranges.filter((range) => range.revision === revision).map(({ range }) => range));
  const keys = Object.values(specs).flatMap((spec: CompiledSpec) => engine.registryKeys(spec, candidate));
  const missingRanges = [...new Set(keys.map((key) => rangeOf(key, sha256)))].filter((range) => !known.has(range));
  const view = registryFromRanges({ revision: revision ?? "", ranges, sha256 });
  // The same input as the service's, so that its verdict is the same, byte for byte.
  const built = engine.build({
    ...specs,
    registry: missingRanges.length > 0 ? freeUnlessKnown(view) : view,
    candidate,
    fixes: true,
    upcoming: true,
  });
  return {
    kind: "verdict",
    built,
    ...(built.valid && { ownerReview: describeProposal(built.proposalPackage) }),
    ...(revision !== undefined && { revision }),
    missingRanges,
    ms: now() - begin,
  };
}

// The page says that such an id was not looked up; an error about it would say that something is wrong.
function freeUnlessKnown(view: RegistryView): RegistryView {
  return {
    ...view,
    find(key) {
      const answer = view.find(key);
      return answer.kind === "unknown" ? { kind: "free" } : answer;
    },
  };
}

/** Compiles spec packages, with the parts that each needs; stops when it is no longer wanted. */
function createLoader({ sha256, loadCel, loadIdn, turn }: CheckRunnerParts) {
  const engines = new Map<string, Promise<AdmittedEngine>>();
  const engineFor = ({ cel, idn }: NeededParts): Promise<AdmittedEngine> => {
    const name = JSON.stringify({ cel, idn });
    const engine = engines.get(name) ?? create({ cel, idn });
    engines.set(name, engine);
    // A part that could not be loaded may load the next time.
    engine.catch(() => engines.delete(name));
    return engine;
  };
  const create = async ({ cel, idn }: NeededParts): Promise<AdmittedEngine> =>
    createEngineForAdmitted({ sha256, cel: cel ? await loadCel() : undefined, idn: idn ? await loadIdn() : undefined });

  return async (bytes: Uint8Array, isWanted: () => boolean): Promise<CompiledSpec> => {
    const read = readJson(bytes, { maxDepth: limits.specPackage.depth });
    if (read.kind === "unreadable") throw new Error(`The spec package is not readable: ${read.message}`);
    const engine = await engineFor(neededParts(read.value));
    return engine.compileInTurns(bytes, async () => {
      await turn();
      if (!isWanted()) throw new Error("Other rules were chosen.");
    });
  };
}
