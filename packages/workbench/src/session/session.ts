import type { Domain, DomainName, SpecPackage } from "@assay/contract";
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { FromWorker } from "../engine/messages.ts";
import { type PageConfig, qualifiedName, toPath } from "../page/page-config.ts";
import { shorten } from "./check-state.ts";
import { createRegistry } from "./create-registry.ts";
import { createWorkerSupervisor, type WorkerLike } from "./create-worker-supervisor.ts";
import { type Fetch, fetchRules, fetchSpecPackage, haveRulesChanged } from "./fetch-rules.ts";
import type { CheckedText, EngineState, RegistryState, RulesState } from "./state.ts";
import { platformTimers, type Timers } from "./timers.ts";

/** The session's dependencies. */
export interface SessionParts {
  readonly config: PageConfig;
  readonly startWorker: () => WorkerLike;
  readonly fetch: Fetch;
  /** Milliseconds since an arbitrary point in time. */
  readonly now: () => number;
  readonly timers?: Timers;
}

/** The draft on an open page, the rules and the registry for it, and its last verdict. */
export interface Session {
  readonly engine: ReadonlySignal<EngineState>;
  readonly rules: ReadonlySignal<RulesState>;
  readonly registry: ReadonlySignal<RegistryState>;
  /** The last finished check under the chosen rules. */
  readonly checked: ReadonlySignal<CheckedText | undefined>;
  readonly isChecking: ReadonlySignal<boolean>;
  /** The chosen domain of the service. */
  readonly domain: ReadonlySignal<Domain | undefined>;
  /** Why the newest text has no verdict although everything is loaded. */
  readonly notice: ReadonlySignal<string | undefined>;
  /** Whether the service has replaced the rules of the chosen domain since this page loaded them. */
  readonly areRulesReplaced: ReadonlySignal<boolean>;
  /** Chooses a domain of the service. Returns false if the service has no domain with this name. */
  selectDomain(name: DomainName): boolean;
  edit(text: string): void;
  /** Sets the person whose key is in use. */
  setCaller(subject: string | undefined): void;
  /** Asks the service whether it has replaced the rules, at most once a minute. */
  checkForNewRules(): void;
  /** Retries everything that failed. */
  retry(): void;
}

const minAskIntervalMs = 60_000;

/** Connects the worker, the rules, the registry and the draft. */
export function createSession({ config, startWorker, fetch, now, timers = platformTimers }: SessionParts): Session {
  const rules = signal<RulesState>({ kind: "loading" });
  const checked = signal<CheckedText | undefined>(undefined);
  const domain = signal<Domain | undefined>(undefined);

  const replacedDomain = signal<Domain | undefined>(undefined);
  const areRulesReplaced = computed(() => domain.value !== undefined && domain.value === replacedDomain.value);
  let lastAskedAt = now();
  let rulesId = 0;
  let caller: string | undefined;
  let loaded: LoadedRules | undefined;
  let abort = new AbortController();
  const registry = createRegistry({
    fetch,
    now,
    onLoaded() {
      if (supervisor.getState().preparation !== "done") return;
      sendRegistry();
      dispatch({ kind: "recheck" });
    },
  });

  const supervisor = createWorkerSupervisor({
    startWorker,
    timers,
    onMessage,
    onLoaded: sendRules,
    onCheck() {
      registry.refresh("check");
      checkForNewRules();
    },
    // Completion and descriptions need only the document, not the engine.
    onFailed() {
      if (loaded && rules.value.kind === "loading") showRules(loaded);
    },
  });
  const { engine, isChecking, notice, dispatch } = supervisor;

  function onMessage(message: Exclude<FromWorker, { kind: "loaded" }>): void {
    if (message.rulesId !== rulesId) return;
    if (message.kind === "checked") {
      const { sent } = supervisor.getState();
      if (sent?.checkId !== message.checkId) return;
      checked.value = { text: sent.text, result: message.result };
      dispatch(message);
    } else if (loaded && supervisor.getState().preparation !== "done") {
      if (message.kind === "rules-ready") {
        showRules(loaded);
        sendRegistry();
        dispatch({ kind: "prepare", preparation: "done" });
      } else failRules(`The engine could not use the rules. ${shorten(message.reason)}`);
    }
  }

  function sendRules(): void {
    if (engine.value.kind !== "ready" || !loaded) return;
    const { current, next } = loaded;
    supervisor.post({ kind: "caller", subject: caller });
    supervisor.post({ kind: "rules", rulesId, current, next });
    dispatch({ kind: "prepare", preparation: "sent" });
  }

  function sendRegistry(): void {
    const bytes = registry.bytes();
    if (bytes) supervisor.post({ kind: "registry", bytes });
  }

  function showRules({ document }: LoadedRules): void {
    rules.value = { kind: "ready", document };
  }

  function failRules(reason: string): void {
    rules.value = { kind: "failed", reason };
    dispatch({ kind: "prepare", preparation: "failed" });
  }

  /** Discards everything that belongs to the previously chosen rules. */
  function startOver(chosen: Domain): void {
    abort.abort();
    abort = new AbortController();
    loaded = undefined;
    rulesId += 1;
    domain.value = chosen;
    checked.value = undefined;
    rules.value = { kind: "loading" };
    dispatch({ kind: "forget" });
  }

  function checkForNewRules(): void {
    const { value: chosen } = domain;
    if (!chosen || now() - lastAskedAt < minAskIntervalMs) return;
    lastAskedAt = now();
    void haveRulesChanged(chosen, config, fetch).then((haveChanged) => {
      if (haveChanged !== undefined) replacedDomain.value = haveChanged ? chosen : undefined;
    });
  }

  async function loadRules(chosen: Domain): Promise<void> {
    const { signal } = abort;
    rules.value = { kind: "loading" };
    const { nextSpecPackage: announced } = chosen;
    const [current, next] = await Promise.all([
      fetchRules(chosen, fetch, signal),
      announced && fetchSpecPackage(toPath(announced.url), chosen, fetch, signal),
    ]);
    if (signal.aborted) return;
    // Without the announced rules, the verdict could differ from the service's.
    if (current.kind === "failed") failRules(current.reason);
    else if (next?.kind === "failed") failRules(next.reason);
    else {
      const { bytes, document } = current;
      loaded = { current: bytes, document, next: next?.bytes };
      if (engine.value.kind === "failed") showRules(loaded);
      sendRules();
    }
  }

  return {
    engine,
    rules,
    registry: registry.state,
    checked,
    isChecking,
    domain,
    notice,
    areRulesReplaced,
    checkForNewRules,
    selectDomain(name) {
      const chosen = config.domains.find((domain) => qualifiedName(domain) === qualifiedName(name));
      if (!chosen) return false;
      startOver(chosen);
      registry.open(chosen.registryUrl && toPath(chosen.registryUrl), abort.signal);
      void loadRules(chosen);
      return true;
    },
    edit: (text) => dispatch({ kind: "edit", text }),
    setCaller(subject) {
      if (subject === caller) return;
      caller = subject;
      supervisor.post({ kind: "caller", subject });
      dispatch({ kind: "recheck" });
    },
    retry() {
      dispatch({ kind: "retry" });
      if (rules.value.kind === "failed") {
        if (loaded) {
          rules.value = { kind: "loading" };
          sendRules();
        } else if (domain.value) void loadRules(domain.value);
      }
      registry.refresh("retry");
    },
  };
}

interface LoadedRules {
  readonly current: Uint8Array;
  readonly next?: Uint8Array | undefined;
  readonly document: SpecPackage;
}
