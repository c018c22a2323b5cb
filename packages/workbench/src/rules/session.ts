import type { SpecPackage } from "@assay/contract";
import { writeJson } from "@assay/json-text";
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { DomainFacts } from "../page/page-facts.ts";
import { createChecking, type WorkerLike } from "../session/create-checking.ts";
import { createRegistry } from "../session/create-registry.ts";
import { type Fetch, fetchRules, rangeLoader } from "../session/facts.ts";
import type { EngineState, RegistryState } from "../session/state.ts";
import type { Timers } from "../session/timers.ts";
import {
  type CheckedPackage,
  type FromRulesWorker,
  type PackageDiff,
  readRulesMessage,
  type ToRulesWorker,
  type TriedDraft,
} from "./messages.ts";

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
  /** Tries the worker and the registry again, if they have failed. */
  retry(): void;
}

const debounceMs = 150;
const checkTimeoutMs = 15_000;

/** Connects the worker, the published package, the registry, the draft and the edited package. */
export function createRulesSession({ startWorker, fetch, now, timers }: RulesSessionParts): RulesSession {
  const published = signal<PublishedState>({ kind: "none" });
  const checked = signal<CheckedText | undefined>(undefined);
  const tried = signal<TriedDraft | undefined>(undefined);
  const diffed = signal<PackageDiff | undefined>(undefined);

  let draft: string | undefined;
  let rules = 0;
  let bytes: Uint8Array | undefined;
  let abort = new AbortController();
  /** The check that was answered last: what the worker says of others is about another text. */
  let turn = 0;

  const registry = createRegistry({
    ...{ now, timers },
    onRanges: (known) => post({ kind: "registry", ...known }),
  });
  const { engine, isChecking, notice, tell, post, state } = createChecking<ToRulesWorker, FromRulesWorker>({
    ...{ startWorker, readMessage: readRulesMessage, timers, debounceMs, checkTimeoutMs, onMessage },
    onLoaded() {
      postPublished();
      postDraft();
      const known = registry.known();
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
      if (message.result.kind === "verdicts") registry.need(message.result.missingRanges);
    }
    if (message.kind === "diffed" && message.rules === rules) diffed.value = message.result;
  }

  async function load(chosen: DomainFacts | undefined): Promise<void> {
    abort.abort();
    abort = new AbortController();
    const { signal: aborted } = abort;
    bytes = undefined;
    rules += 1;
    batch(() => {
      published.value = chosen ? { kind: "loading" } : { kind: "none" };
      tried.value = undefined;
      diffed.value = undefined;
      registry.open(chosen && rangeLoader(chosen, fetch, aborted));
    });
    if (chosen) {
      const fetched = await fetchRules(chosen, fetch, aborted);
      if (aborted.aborted) return;
      if (fetched.kind === "failed") published.value = fetched;
      else {
        bytes = fetched.bytes;
        const { document } = fetched;
        published.value = { kind: "ready", document, text: layOut(new TextDecoder().decode(bytes)) };
      }
    }
    postPublished();
  }

  return {
    ...{ engine, published, registry: registry.state, checked, tried, diffed, isChecking, notice },
    selectDomain: load,
    tryDraft(given) {
      draft = given;
      postDraft();
    },
    edit: (text) => tell({ kind: "edit", text }),
    retry() {
      tell({ kind: "retry" });
      registry.retry();
    },
  };
}

/** A published package as people read it: documents for programs are often a single line. Its meaning stays the same. */
export function layOut(text: string): string {
  const lines = text.trim().split(/\r\n?|\n/);
  return lines.length > 1 ? `${lines.join("\n")}\n` : writeJson(JSON.parse(text));
}
