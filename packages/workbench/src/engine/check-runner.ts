// Handles the messages that the page sends to the worker. Separate from the worker's script, so tests need no browser.
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

/** The runner's dependencies. */
export interface CheckRunnerParts {
  readonly sha256: Sha256;
  /** Loads the parts that these spec packages need. */
  readonly loadParts: (specPackages: readonly Uint8Array[]) => Promise<EngineParts>;
  /** Yields to the event loop, so that queued messages are received. */
  readonly yieldTask: () => Promise<void>;
  /** Milliseconds since an arbitrary point in time. */
  readonly now: () => number;
  /** Called with an error that the engine threw, which is always a bug. */
  readonly fail: (error: unknown) => void;
  readonly post: (message: FromWorker) => void;
}

/** Creates the function that handles the page's messages. If several checks are waiting, only the newest runs. */
export function createCheckRunner(parts: CheckRunnerParts): (message: ToWorker) => void {
  const { sha256, yieldTask, post, fail } = parts;
  const engine = createEngine({ sha256 });
  const load = createLoader(parts);
  let rules: { readonly rulesId: number; readonly specs?: Specs } | undefined;
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

  async function useRules({ rulesId, current, next }: Extract<ToWorker, { kind: "rules" }>): Promise<void> {
    rules = { rulesId };
    // The previous registry may belong to a different product.
    registry = noRegistry;
    const isCurrent = () => rules?.rulesId === rulesId;
    try {
      const spec = await load(current, isCurrent);
      const specs = { spec, next: next && (await load(next, isCurrent)) };
      if (!isCurrent()) return;
      rules = { rulesId, specs };
      post({ kind: "rules-ready", rulesId });
      schedule();
    } catch (error) {
      if (isCurrent()) post({ kind: "rules-failed", rulesId, reason: String(error) });
    }
  }

  function useRegistry(bytes: Uint8Array): void {
    const read = rules?.specs && readRegistry(bytes, rules.specs.spec.document.targetProduct);
    registry = read?.kind === "ok" ? registryFromSnapshot(read.document) : noRegistry;
  }

  // Yields before each check: if a newer draft arrived during the last check, only that draft is checked.
  function schedule(): void {
    if (isScheduled || !rules?.specs || !pendingCheck) return;
    isScheduled = true;
    void yieldTask().then(() => {
      isScheduled = false;
      if (!rules?.specs || !pendingCheck) return;
      const { checkId, text } = pendingCheck;
      pendingCheck = undefined;
      try {
        const result = check(text, { ...rules.specs, registry, caller }, engine, parts.now);
        post({ kind: "checked", checkId, rulesId: rules.rulesId, result });
      } catch (error) {
        fail(error);
      }
    });
  }
}

/** The rules in force and the announced rules. */
interface Specs {
  readonly spec: CompiledSpec;
  readonly next?: CompiledSpec | undefined;
}

function check(text: string, rules: Omit<ValidateInput, "candidate">, engine: Engine, now: () => number): CheckResult {
  const startedAt = now();
  const read = readCandidate(text);
  if (read.kind === "unreadable") return { kind: "unreadable", problem: read };
  // The engine gets the same input here and in the service, so the verdicts are identical, byte for byte.
  const built = engine.build({ ...rules, candidate: read.value });
  const { registry } = rules;
  return {
    kind: "verdict",
    built,
    ...(built.valid && {
      ownerReview: describeProposal(built.proposalPackage, { ...rules, verdict: built.verdict }),
      review: reviewProposal(built.proposalPackage, { ...rules, verdict: built.verdict }),
    }),
    ...(registry !== noRegistry && { revision: registry.revision }),
    ms: now() - startedAt,
  };
}

/** Creates a function that compiles a spec package with the engine parts it needs, unless the rules were replaced. */
function createLoader({ loadParts, yieldTask }: CheckRunnerParts) {
  return async (bytes: Uint8Array, isCurrent: () => boolean): Promise<CompiledSpec> => {
    const engine = createEngine(await loadParts([bytes]));
    await yieldTask();
    if (!isCurrent()) throw new Error("Other rules were chosen.");
    return engine.compileAccepted(bytes);
  };
}
