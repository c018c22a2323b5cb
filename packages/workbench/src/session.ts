import type { DomainName, RegistryRange, SpecPackage } from "@assay/contract";
import { type ReadonlySignal, signal } from "@preact/signals";
import { type Fetch, fetchRange, fetchSpecPackage } from "./facts.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { DomainFacts, PageFacts } from "./page-facts.ts";
import { createRanges, type Ranges, type RangesParts } from "./ranges.ts";
import { readMessage } from "./read-message.ts";
import type { Checked, EngineState, RegistryState, RulesState } from "./state.ts";
import { platformTimers, type Timers } from "./timers.ts";
import { createWorkerHost, type WorkerLike } from "./worker-host.ts";

/** What a session needs. */
export interface SessionParts {
  readonly facts: PageFacts;
  readonly startWorker: () => WorkerLike<ToWorker>;
  readonly fetch: Fetch;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly timers?: Timers;
}

/** Rules that come with an example instead of a domain of the service. */
export interface ExampleRules {
  /** How the page calls them. */
  readonly name: string;
  readonly current: Uint8Array;
  readonly registry: {
    readonly revision: string;
    /** Those that hold an id; all others are empty. */
    readonly ranges: readonly RegistryRange[];
  };
}

/** One person at one page: a draft, what it is checked against, and the last verdict. */
export interface Session {
  readonly engine: ReadonlySignal<EngineState>;
  readonly rules: ReadonlySignal<RulesState>;
  readonly registry: ReadonlySignal<RegistryState>;
  /** The last check that ended under the chosen rules. */
  readonly checked: ReadonlySignal<Checked | undefined>;
  readonly isChecking: ReadonlySignal<boolean>;
  /** The chosen domain of the service; absent while an example is open. */
  readonly domain: ReadonlySignal<DomainFacts | undefined>;
  /** The name of the rules of an example. */
  readonly example: ReadonlySignal<string | undefined>;
  /** Why the newest text has no verdict although everything is loaded. */
  readonly notice: ReadonlySignal<string | undefined>;
  /** Chooses a domain of the service; false if it has none of this name. */
  selectDomain(name: DomainName): boolean;
  useRules(rules: ExampleRules): void;
  edit(text: string): void;
  /** Tries again whatever has failed. */
  retry(): void;
  close(): void;
}

const debounceMs = 80;
const rangesDebounceMs = 400;
const checkTimeoutMs = 4_000;
/** The rules may bring a script of 78 KB with them, over any network. */
const loadTimeoutMs = 60_000;
const mostRestarts = 3;
const restartDelayMs = 500;

/** Connects the worker, the rules, the registry and the draft. */
export function createSession({ facts, startWorker, fetch, now, timers = platformTimers }: SessionParts): Session {
  const engine = signal<EngineState>({ kind: "loading" });
  const rules = signal<RulesState>({ kind: "loading" });
  const registry = signal<RegistryState>({ kind: "idle" });
  const checked = signal<Checked | undefined>(undefined);
  const isChecking = signal(false);
  const domain = signal<DomainFacts | undefined>(undefined);
  const example = signal<string | undefined>(undefined);
  const notice = signal<string | undefined>(undefined);

  let text: string | undefined;
  /** Whether the text, the rules or the registry are newer than the last check that was begun. */
  let isDirty = false;
  let turn = 0;
  let sent: { readonly turn: number; readonly text: string } | undefined;
  /** A text that made the worker crash or hang is not tried again. */
  let refusedText: string | undefined;
  let cancelDebounce: (() => void) | undefined;

  let rulesNumber = 0;
  let loaded: LoadedRules | undefined;
  let areRulesReady = false;
  let ranges: Ranges | undefined;
  let knownRanges: { readonly revision: string; readonly ranges: readonly RegistryRange[] } | undefined;
  let abort = new AbortController();

  let restarts = 0;
  let cancelRestart: (() => void) | undefined;
  let isClosed = false;

  const host = createWorkerHost({ startWorker, readMessage, timers, onMessage, onGone });
  start();

  function start(): void {
    engine.value = { kind: "loading" };
    areRulesReady = false;
    host.start();
    if (engine.value.kind === "loading") host.expectAnswer(loadTimeoutMs);
  }

  function onMessage(message: FromWorker): void {
    if (message.kind === "loaded" && engine.value.kind === "loading") {
      host.answered();
      engine.value = { kind: "ready" };
      sendRules();
    }
    if (message.kind === "rules-ready" && message.rules === rulesNumber && loaded && !areRulesReady) {
      host.answered();
      areRulesReady = true;
      showRules(loaded);
      if (knownRanges) host.post({ kind: "registry", ...knownRanges });
      check();
    }
    if (message.kind === "rules-failed" && message.rules === rulesNumber && !areRulesReady) {
      host.answered();
      rules.value = { kind: "failed", reason: `The engine could not use the rules. ${shortened(message.reason)}` };
      showIsChecking();
    }
    if (message.kind === "checked" && message.turn === sent?.turn && message.rules === rulesNumber) {
      host.answered();
      restarts = 0;
      checked.value = { text: sent.text, result: message.result };
      sent = undefined;
      if (message.result.kind === "verdict") ranges?.need(message.result.missingRanges);
      if (!cancelDebounce) check();
      showIsChecking();
    }
  }

  function onGone(why: "crashed" | "stuck", detail: string): void {
    if (sent) {
      refusedText = sent.text;
      notice.value =
        why === "stuck"
          ? `The check took longer than ${checkTimeoutMs / 1000} seconds and was stopped. It starts again with your next change.`
          : "The engine stopped while it checked this text and was started again. It checks your next change.";
      sent = undefined;
    }
    restarts += 1;
    areRulesReady = false;
    if (restarts <= mostRestarts) {
      engine.value = { kind: "loading" };
      cancelRestart = timers.after(restartDelayMs * (restarts - 1), start);
    } else {
      const found = why === "stuck" ? "it does not answer" : shortened(detail) || "its script could not be loaded";
      engine.value = { kind: "failed", reason: `The engine does not run in this page: ${found}.` };
      // Completion and descriptions need the document alone.
      if (loaded && rules.value.kind === "loading") showRules(loaded);
    }
    showIsChecking();
  }

  function sendRules(): void {
    if (engine.value.kind !== "ready" || !loaded) return;
    const { current, next } = loaded;
    host.post({ kind: "rules", rules: rulesNumber, current, ...(next && { next }) });
    host.expectAnswer(loadTimeoutMs);
  }

  function showRules({ document, nextDocument }: LoadedRules): void {
    rules.value = { kind: "ready", document, ...(nextDocument && { next: nextDocument }) };
  }

  function check(): void {
    if (isDirty && !sent && areRulesReady && text !== undefined && text !== refusedText) {
      turn += 1;
      isDirty = false;
      sent = { turn, text };
      host.post({ kind: "check", turn, text });
      host.expectAnswer(checkTimeoutMs);
      ranges?.refresh();
    }
    showIsChecking();
  }

  function showIsChecking(): void {
    const canCheck = engine.value.kind !== "failed" && rules.value.kind !== "failed" && text !== refusedText;
    isChecking.value = canCheck && text !== undefined && (isDirty || sent !== undefined);
  }

  /** Forgets everything about the rules that were chosen before. */
  function choose(chosen: { readonly domain?: DomainFacts; readonly example?: string }): void {
    abort.abort();
    abort = new AbortController();
    ranges?.close();
    ranges = undefined;
    knownRanges = undefined;
    loaded = undefined;
    areRulesReady = false;
    rulesNumber += 1;
    if (sent) host.answered();
    sent = undefined;
    refusedText = undefined;
    isDirty = text !== undefined;
    domain.value = chosen.domain;
    example.value = chosen.example;
    notice.value = undefined;
    checked.value = undefined;
    rules.value = { kind: "loading" };
    showIsChecking();
  }

  async function loadRules(chosen: DomainFacts): Promise<void> {
    const { signal } = abort;
    const number = rulesNumber;
    rules.value = { kind: "loading" };
    const { specPackagePath, nextSpecPackagePath, problem } = chosen;
    const load = (path: string) => fetchSpecPackage(path, chosen, fetch, signal);
    const [current, next] = await Promise.all([
      specPackagePath === undefined
        ? ({ kind: "failed", reason: problem?.detail ?? "The service has no rules of this domain yet." } as const)
        : load(specPackagePath),
      nextSpecPackagePath === undefined ? undefined : load(nextSpecPackagePath),
    ]);
    if (number !== rulesNumber || isClosed) return;
    // Without the announced rules the verdict would not be the one of the service.
    if (current.kind === "failed") rules.value = current;
    else if (next?.kind === "failed") rules.value = next;
    else {
      const { bytes, document } = current;
      use({ current: bytes, document, ...(next && { next: next.bytes, nextDocument: next.document }) });
    }
    showIsChecking();
  }

  function use(rulesToUse: LoadedRules): void {
    loaded = rulesToUse;
    if (engine.value.kind === "failed") showRules(loaded);
    sendRules();
  }

  function openRanges(load: RangesParts["load"], wait: number): void {
    registry.value = { kind: "idle" };
    ranges = createRanges({
      load,
      now,
      timers,
      debounceMs: wait,
      onState(state) {
        registry.value = state;
      },
      onRanges(revision, all) {
        knownRanges = { revision, ranges: all };
        if (!areRulesReady) return;
        host.post({ kind: "registry", ...knownRanges });
        isDirty = true;
        if (!cancelDebounce) check();
      },
    });
  }

  return {
    engine,
    rules,
    registry,
    checked,
    isChecking,
    domain,
    example,
    notice,
    selectDomain({ targetProduct, domainId }) {
      const found = facts.domains.find((one) => one.targetProduct === targetProduct && one.domainId === domainId);
      if (!found) return false;
      choose({ domain: found });
      const { registryPath } = found;
      const { signal } = abort;
      if (registryPath === undefined) registry.value = { kind: "not-published" };
      else openRanges((name) => fetchRange(registryPath, name, targetProduct, fetch, signal), rangesDebounceMs);
      void loadRules(found);
      return true;
    },
    useRules({ name, current, registry: { revision, ranges: known } }) {
      choose({ example: name });
      const document = JSON.parse(new TextDecoder().decode(current)) as SpecPackage;
      const byName = new Map(known.map((range) => [range.range, range]));
      openRanges(async (range) => {
        const empty = emptyRange(document.targetProduct, revision, range);
        return { kind: "ok", range: byName.get(range) ?? empty };
      }, 0);
      use({ current, document });
    },
    edit(edited) {
      text = edited;
      isDirty = true;
      notice.value = undefined;
      if (text !== refusedText) refusedText = undefined;
      cancelDebounce?.();
      cancelDebounce = timers.after(debounceMs, () => {
        cancelDebounce = undefined;
        check();
      });
      showIsChecking();
    },
    retry() {
      restarts = 0;
      refusedText = undefined;
      notice.value = undefined;
      if (engine.value.kind === "failed") start();
      if (rules.value.kind === "failed") {
        if (loaded) {
          rules.value = { kind: "loading" };
          sendRules();
        } else if (domain.value) void loadRules(domain.value);
      }
      ranges?.retry();
      isDirty = text !== undefined && text !== checked.value?.text;
      check();
    },
    close() {
      isClosed = true;
      abort.abort();
      ranges?.close();
      cancelDebounce?.();
      cancelRestart?.();
      host.stop();
    },
  };
}

interface LoadedRules {
  readonly current: Uint8Array;
  readonly next?: Uint8Array;
  readonly document: SpecPackage;
  readonly nextDocument?: SpecPackage;
}

function emptyRange(targetProduct: string, revision: string, range: string): RegistryRange {
  const format = "generator-registry/v1";
  return { format, targetProduct, revision, range, complete: true, entries: [], pending: [] };
}

function shortened(reason: string): string {
  return reason.length > 200 ? `${reason.slice(0, 200)}…` : reason;
}
