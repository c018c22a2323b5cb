import type { RegistryRange, SpecPackage } from "@assay/contract";
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { createChecking, type WorkerLike } from "../create-checking.ts";
import { type Fetch, fetchRange, fetchSpecPackage } from "../facts.ts";
import type { DomainFacts } from "../page-facts.ts";
import { createRanges, type Ranges } from "../ranges.ts";
import type { EngineState, RegistryState } from "../state.ts";
import type { Timers } from "../timers.ts";
import { layOut } from "./lay-out.ts";
import type { CheckedPackage, FromRulesWorker, PackageDiff, ToRulesWorker, TriedDraft } from "./messages.ts";
import { readRulesMessage } from "./read-message.ts";

/** The published package of the chosen domain. */
type PublishedState =
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  /** The text is laid out for people. */
  | { readonly kind: "ready"; readonly document: SpecPackage; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string };

/** The last check that ended, and the text that it was about. */
export interface CheckedText {
  readonly text: string;
  readonly result: CheckedPackage;
}

/** What a session needs. */
export interface RulesSessionParts {
  readonly startWorker: () => WorkerLike<ToRulesWorker>;
  readonly fetch: Fetch;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly timers: Timers;
}

/** One person who writes rules: a spec package, what is published, a draft, and what the engine says of them. */
export interface RulesSession {
  readonly engine: ReadonlySignal<EngineState>;
  readonly published: ReadonlySignal<PublishedState>;
  readonly registry: ReadonlySignal<RegistryState>;
  readonly checked: ReadonlySignal<CheckedText | undefined>;
  readonly tried: ReadonlySignal<TriedDraft | undefined>;
  readonly diffed: ReadonlySignal<PackageDiff | undefined>;
  /** Whether the newest text has not been checked yet. */
  readonly isChecking: ReadonlySignal<boolean>;
  /** Why the newest text was not checked although everything is loaded. */
  readonly notice: ReadonlySignal<string | undefined>;
  /** Chooses what to compare with; nothing compares with nothing. Returns once it is loaded or has failed. */
  selectDomain(domain: DomainFacts | undefined): Promise<void>;
  /** The draft to try; none removes it. */
  tryDraft(text: string | undefined): void;
  edit(text: string): void;
  /** Tries again whatever has failed. */
  retry(): void;
}

const debounceMs = 150;
const rangesDebounceMs = 400;
const checkTimeoutMs = 15_000;

/** Connects the worker, the published package, the registry, the draft and the edited package. */
export function createRulesSession({ startWorker, fetch, now, timers }: RulesSessionParts): RulesSession {
  const published = signal<PublishedState>({ kind: "none" });
  const registry = signal<RegistryState>({ kind: "idle" });
  const checked = signal<CheckedText | undefined>(undefined);
  const tried = signal<TriedDraft | undefined>(undefined);
  const diffed = signal<PackageDiff | undefined>(undefined);

  let draft: string | undefined;
  let domain: DomainFacts | undefined;
  let rules = 0;
  let bytes: Uint8Array | undefined;
  let known: { readonly revision: string; readonly ranges: readonly RegistryRange[] } | undefined;
  let ranges: Ranges | undefined;
  let abort = new AbortController();
  /** The check that was answered last: what the worker says of others is about another text. */
  let turn = 0;

  const { engine, isChecking, notice, tell, post, state } = createChecking<ToRulesWorker, FromRulesWorker>({
    ...{ startWorker, readMessage: readRulesMessage, timers, debounceMs, checkTimeoutMs, onMessage },
    onLoaded() {
      postPublished();
      postDraft();
      if (known) post({ kind: "registry", ...known });
      tell({ kind: "prepare", preparation: "done" });
    },
  });

  function postPublished(): void {
    post({ kind: "published", rules, ...(bytes && { bytes }) });
  }

  function postDraft(): void {
    post({ kind: "draft", ...(draft !== undefined && { text: draft }) });
  }

  function onMessage(message: FromRulesWorker): void {
    if (message.kind === "loaded") return;
    const { sent } = state();
    if (message.kind === "checked" && sent?.turn === message.turn) {
      turn = message.turn;
      batch(() => {
        checked.value = { text: sent.text, result: message.result };
        // It was about another text.
        diffed.value = undefined;
        tell({ kind: "checked", turn });
      });
    }
    if (message.turn !== turn) return;
    if (message.kind === "tried" && message.rules === rules) {
      tried.value = message.result;
      if (message.result.kind === "verdicts") ranges?.need(message.result.missingRanges);
    }
    if (message.kind === "diffed" && message.rules === rules) diffed.value = message.result;
  }

  async function load(chosen: DomainFacts | undefined): Promise<void> {
    abort.abort();
    abort = new AbortController();
    const { signal: aborted } = abort;
    ranges?.close();
    ranges = undefined;
    known = undefined;
    bytes = undefined;
    domain = chosen;
    rules += 1;
    const number = rules;
    batch(() => {
      published.value = chosen ? { kind: "loading" } : { kind: "none" };
      tried.value = undefined;
      diffed.value = undefined;
      registry.value = chosen?.registryPath === undefined ? { kind: "not-published" } : { kind: "idle" };
    });
    if (chosen) {
      openRanges(chosen, aborted);
      const { specPackagePath: path, problem } = chosen;
      const fetched =
        path === undefined
          ? ({ kind: "failed", reason: problem?.detail ?? "The service has no rules of this domain yet." } as const)
          : await fetchSpecPackage(path, chosen, fetch, aborted);
      if (number !== rules) return;
      if (fetched.kind === "failed") published.value = fetched;
      else {
        bytes = fetched.bytes;
        const { document } = fetched;
        published.value = { kind: "ready", document, text: layOut(new TextDecoder().decode(bytes)) };
      }
    }
    postPublished();
  }

  function openRanges({ registryPath, targetProduct }: DomainFacts, aborted: AbortSignal): void {
    if (registryPath === undefined) return;
    ranges = createRanges({
      load: (name) => fetchRange(registryPath, name, targetProduct, fetch, aborted),
      now,
      timers,
      debounceMs: rangesDebounceMs,
      onState(state) {
        registry.value = state;
      },
      onRanges(revision, all) {
        known = { revision, ranges: all };
        post({ kind: "registry", ...known });
      },
    });
  }

  return {
    ...{ engine, published, registry, checked, tried, diffed, isChecking, notice },
    selectDomain: load,
    tryDraft(given) {
      draft = given;
      postDraft();
    },
    edit: (text) => tell({ kind: "edit", text }),
    retry() {
      tell({ kind: "retry" });
      if (published.value.kind === "failed") void load(domain);
      ranges?.retry();
    },
  };
}
