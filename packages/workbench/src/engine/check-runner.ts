// What the worker does, without the worker: it needs neither a page nor a network.
import {
  type CompiledSpec,
  createEngine,
  describeProposal,
  type Engine,
  type EngineParts,
  noRegistry,
  readRegistry,
  registryFromSnapshot,
  reviewProposal,
  type Sha256,
  type ValidateInput,
} from "@assay/engine";
import type { CheckResult, FromWorker, ToWorker } from "./messages.ts";
import { readCandidate } from "./read-candidate.ts";

/** What checking needs from where it runs. */
export interface CheckRunnerParts {
  readonly sha256: Sha256;
  /** Loads the parts that these spec packages need. */
  readonly loadParts: (specPackages: readonly Uint8Array[]) => Promise<EngineParts>;
  /** Lets waiting messages in. */
  readonly yieldTask: () => Promise<void>;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Called with what must not happen: something that the engine threw. */
  readonly fail: (error: unknown) => void;
  readonly post: (message: FromWorker) => void;
}

/** Makes the function that takes the messages of the page. Of several checks that wait, the newest alone is done. */
export function createCheckRunner(parts: CheckRunnerParts): (message: ToWorker) => void {
  const { sha256, yieldTask, post, fail } = parts;
  const engine = createEngine({ sha256 });
  const load = createLoader(parts);
  let rules: { readonly number: number; readonly specs?: Specs } | undefined;
  let registry = noRegistry;
  let caller: string | undefined;
  let pendingCheck: Extract<ToWorker, { kind: "check" }> | undefined;
  let isScheduled = false;

  return (message) => {
    if (message.kind === "rules") void useRules(message);
    if (message.kind === "registry") useRegistry(message.bytes);
    if (message.kind === "caller") caller = message.subject;
    if (message.kind === "check") {
      pendingCheck = message;
      schedule();
    }
  };

  async function useRules({ rules: number, current, next }: Extract<ToWorker, { kind: "rules" }>): Promise<void> {
    rules = { number };
    // The registry of another product is not this one's.
    registry = noRegistry;
    const isCurrent = () => rules?.number === number;
    try {
      const spec = await load(current, isCurrent);
      const specs = { spec, next: next && (await load(next, isCurrent)) };
      if (!isCurrent()) return;
      rules = { number, specs };
      post({ kind: "rules-ready", rules: number });
      schedule();
    } catch (error) {
      if (isCurrent()) post({ kind: "rules-failed", rules: number, reason: String(error) });
    }
  }

  function useRegistry(bytes: Uint8Array): void {
    const read = rules?.specs && readRegistry(bytes, rules.specs.spec.document.targetProduct);
    registry = read?.kind === "ok" ? registryFromSnapshot(read.document) : noRegistry;
  }

  // A newer text may have come while an older one was checked: its message is let in first.
  function schedule(): void {
    if (isScheduled || !rules?.specs || !pendingCheck) return;
    isScheduled = true;
    void yieldTask().then(() => {
      isScheduled = false;
      if (!rules?.specs || !pendingCheck) return;
      const { turn: number, text } = pendingCheck;
      pendingCheck = undefined;
      try {
        const result = check(text, { ...rules.specs, registry, caller }, engine, parts.now);
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
  readonly next?: CompiledSpec | undefined;
}

function check(text: string, given: Omit<ValidateInput, "candidate">, engine: Engine, now: () => number): CheckResult {
  const begin = now();
  const read = readCandidate(text);
  if (read.kind === "unreadable") return { kind: "unreadable", problem: read };
  // The same input as the service's, so that its verdict is the same, byte for byte.
  const built = engine.build({ ...given, candidate: read.value });
  const { registry } = given;
  return {
    kind: "verdict",
    built,
    ...(built.valid && {
      ownerReview: describeProposal(built.proposalPackage, { ...given, verdict: built.verdict }),
      review: reviewProposal(built.proposalPackage, { ...given, verdict: built.verdict }),
    }),
    ...(registry !== noRegistry && { revision: registry.revision }),
    ms: now() - begin,
  };
}

/** Compiles spec packages, with the parts that each needs; stops when it is no longer wanted. */
function createLoader({ loadParts, yieldTask }: CheckRunnerParts) {
  return async (bytes: Uint8Array, isWanted: () => boolean): Promise<CompiledSpec> => {
    const engine = createEngine(await loadParts([bytes]));
    await yieldTask();
    if (!isWanted()) throw new Error("Other rules were chosen.");
    return engine.compileAccepted(bytes);
  };
}
