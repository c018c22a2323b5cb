// What the worker of the rules view does, without the worker: it needs neither a page nor a network.
import { type CompiledSpec, createEngine, type Engine } from "@assay/engine";
import { diffSpecs } from "@assay/engine/spec-diff";
import type { RunnerParts } from "../engine/browser-engine-parts.ts";
import { lookUp, type Registry, readCandidate } from "../engine/read-candidate.ts";
import type { CheckedPackage, FromRulesWorker, PackageDiff, ToRulesWorker, TriedDraft } from "./messages.ts";

/** What checking spec packages needs from where it runs. */
export interface RulesRunnerParts extends RunnerParts {
  /** Lets waiting messages in, and waits until an author has probably stopped typing. */
  readonly pause: () => Promise<void>;
  readonly post: (message: FromRulesWorker) => void;
}

/**
 * Makes the function that takes the messages of the page. Of several checks that wait, the newest alone is done: first the
 * package and its tests, then the draft, and after a pause the difference from what is published.
 */
export function createRulesRunner(parts: RulesRunnerParts): (message: ToRulesWorker) => void {
  const { sha256, loadParts, turn, pause, now, post, fail } = parts;
  const engines = new Map<string, Engine>();
  let published: Published = { rules: 0 };
  let draft: string | undefined;
  let registry: Registry = { ranges: [] };
  let waiting: Extract<ToRulesWorker, { kind: "check" }> | undefined;
  let edited: Edited | undefined;
  let mustTry = false;
  let mustDiff = false;
  let isRunning = false;

  return (message) => {
    switch (message.kind) {
      case "published":
        published = { rules: message.rules, ...(message.bytes && { bytes: message.bytes }) };
        registry = { ranges: [] };
        mustTry = true;
        mustDiff = true;
        break;
      case "draft":
        draft = message.text;
        mustTry = true;
        break;
      case "registry":
        registry = { revision: message.revision, ranges: message.ranges };
        mustTry = true;
        break;
      case "check":
        waiting = message;
    }
    void run().catch(fail);
  };

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      // A newer message may come while an older one is worked on: it is let in before each step.
      for (await turn(); ; await turn()) {
        if (waiting) await check(waiting);
        else if (published.bytes && !published.spec) await compilePublished(published, published.bytes);
        else if (edited && mustTry) tryDraft(edited);
        else if (edited && mustDiff) {
          const { turn: checked } = edited;
          await pause();
          if (!waiting && edited.turn === checked) diff(edited);
        } else break;
      }
    } finally {
      isRunning = false;
    }
  }

  async function check({ turn: number, text }: Extract<ToRulesWorker, { kind: "check" }>): Promise<void> {
    waiting = undefined;
    const bytes = new TextEncoder().encode(text);
    const engine = await engineOf(bytes);
    const begin = now();
    const compiled = engine.compileSpec(bytes);
    const isAccepted = compiled.kind === "ok";
    const spec = isAccepted ? compiled.spec : compiled.rejectedSpec;
    const result: CheckedPackage = {
      isAccepted,
      problems: isAccepted ? [] : compiled.problems,
      tests: compiled.tests,
      canTry: spec !== undefined,
      ...(isAccepted && { digest: compiled.spec.digest }),
      ms: now() - begin,
    };
    edited = { turn: number, isAccepted, engine, ...(spec && { spec }) };
    mustTry = true;
    mustDiff = true;
    post({ kind: "checked", turn: number, result });
  }

  async function compilePublished(mine: Published, bytes: Uint8Array): Promise<void> {
    const engine = await engineOf(bytes);
    // The service has accepted it.
    const spec = await engine.compileAsync(bytes, turn);
    if (published === mine) published = { ...mine, spec };
  }

  function tryDraft({ turn: number, spec, engine }: Edited): void {
    mustTry = false;
    post({ kind: "tried", turn: number, rules: published.rules, result: verdicts(engine, spec) });
  }

  function verdicts(engine: Engine, spec: CompiledSpec | undefined): TriedDraft {
    if (draft === undefined) return { kind: "none" };
    const read = readCandidate(draft);
    if (read.kind === "unreadable") return { kind: "unreadable", problem: read };
    const specs = [published.spec, spec].filter((some) => some !== undefined);
    const { view, missingRanges } = lookUp(read.value, { engine, specs, registry, sha256 });
    const verdictUnder = (some: CompiledSpec) => {
      const { valid, counts, diagnostics } = engine.validate({
        ...{ spec: some, registry: view, candidate: read.value, fixes: false },
      });
      return { valid, counts, diagnostics };
    };
    return {
      kind: "verdicts",
      ...(published.spec && { published: verdictUnder(published.spec) }),
      ...(spec && { edited: verdictUnder(spec) }),
      missingRanges,
    };
  }

  function diff({ turn: number, isAccepted, spec }: Edited): void {
    mustDiff = false;
    post({ kind: "diffed", turn: number, rules: published.rules, result: difference(isAccepted ? spec : undefined) });
  }

  function difference(spec: CompiledSpec | undefined): PackageDiff {
    if (!published.spec) return { kind: "nothing-published" };
    if (!spec) return { kind: "not-valid" };
    const [before, after] = [published.spec, spec].map(domainOf) as [string, string];
    if (before !== after) return { kind: "other-domain", published: before, edited: after };
    return { kind: "diff", diff: diffSpecs(published.spec, spec) };
  }

  async function engineOf(bytes: Uint8Array): Promise<Engine> {
    const loaded = await loadParts([bytes]);
    // An engine compiles the schema of spec packages once, and the text changes with every key.
    const name = Object.entries(loaded)
      .flatMap(([part, value]) => (value ? part : []))
      .join();
    const engine = engines.get(name) ?? createEngine(loaded);
    engines.set(name, engine);
    return engine;
  }
}

interface Published {
  readonly rules: number;
  readonly bytes?: Uint8Array;
  readonly spec?: CompiledSpec;
}

interface Edited {
  readonly turn: number;
  readonly isAccepted: boolean;
  readonly engine: Engine;
  /** Absent if the package has problems besides its tests. */
  readonly spec?: CompiledSpec;
}

function domainOf({ document: { targetProduct, domainId } }: CompiledSpec): string {
  return `${targetProduct}/${domainId}`;
}
