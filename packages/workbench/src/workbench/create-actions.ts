import type { Applicability, JsonObject, PatchOperation, ProposalPackage } from "@assay/contract";
import { marksOf, type Places } from "@assay/json-text";
import type { PatchedText } from "@assay/json-text/patch-text";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Editor } from "../editor/create-editor.ts";
import type { Toast } from "../page/create-toast.ts";
import { basePath, type PageFacts } from "../page/page-facts.ts";
import type { Session } from "../session/session.ts";
import type { Checked } from "../session/state.ts";
import { parsed, type Service, type ServiceAnswer } from "./service.ts";

/** A draft with fixes applied, and the draft before. */
type Patched = Extract<PatchedText, { readonly kind: "ok" }> & { readonly before: string };

/** What is shown on top of the page. */
export type OpenDialog =
  /** `isAsked` while a question to the service waits for the key. */
  | { readonly kind: "key"; readonly isAsked: boolean }
  | { readonly kind: "review"; readonly patched: Patched; readonly applicability: Applicability }
  /** What the browser did not let the page copy. */
  | { readonly kind: "copy"; readonly text: string };

/** What actions read and change. */
export interface ActionParts {
  readonly facts: PageFacts;
  readonly session: Session;
  readonly service: Service;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly saveFile: (name: string, text: string) => void;
  readonly text: ReadonlySignal<string>;
  readonly dialog: Signal<OpenDialog | undefined>;
  readonly toast: Signal<Toast | undefined>;
  /** What the service answered about this draft in this domain; undefined once either changes. */
  readonly asked: Signal<{ readonly kind: "asking" } | ServiceAnswer | undefined>;
  /** The editor, once it is there. */
  editor(): Editor | undefined;
  say(message: string, canUndo?: boolean): void;
  placesIn(checked: Checked): Places;
}

/** What a person can do with the draft besides editing it. */
export function createActions(parts: ActionParts): Actions {
  const { facts, session, service, text, dialog, toast, asked, say, placesIn } = parts;
  const currentVerdict = () => {
    const { value: checked } = session.checked;
    if (checked?.result.kind !== "verdict" || checked.text !== text.value) return undefined;
    return checked.result.built.verdict;
  };
  const apply = (patched: Patched, done: string) => {
    if (patched.before !== text.value) return say("The draft has changed. Wait for the next verdict.");
    parts.editor()?.change(patched.changes);
    say(done, true);
  };
  // A chunk of its own: who only reads a verdict does not need it.
  const patch = async (operations: readonly PatchOperation[]): Promise<Patched | undefined> => {
    const before = text.value;
    const loaded = await import("@assay/json-text/patch-text").catch(() => undefined);
    const patched = loaded?.patchText(before, operations);
    if (patched?.kind === "ok") return { before, ...patched };
    say(patched?.reason ?? "The fix could not be loaded. Check the connection, then try again.");
    return undefined;
  };

  return {
    async fix(diagnostic, index) {
      const fix = currentVerdict()?.diagnostics[diagnostic]?.fixes?.[index];
      if (!currentVerdict()) return say("The draft has changed. Wait for the next verdict.");
      if (!fix?.patch) return say("There is no fix here: edit the draft.");
      const patched = await patch(fix.patch);
      if (patched) apply(patched, `Done: ${fix.title}`);
    },
    async review() {
      const repair = currentVerdict()?.repair;
      if (!repair) return say("There are no fixes to review.");
      const patched = await patch(repair.patch);
      if (patched) dialog.value = { kind: "review", patched, applicability: repair.applicability };
    },
    repair() {
      const { value: open } = dialog;
      dialog.value = undefined;
      if (open?.kind !== "review") return;
      apply(open.patched, "The fixes are applied.");
      setTimeout(() => parts.editor()?.focus());
    },
    undo() {
      parts.editor()?.undo();
      toast.value = undefined;
    },
    goTo(pointer, code) {
      const { value: checked } = session.checked;
      if (!checked) return;
      const [place] = code === undefined ? [] : marksOf({ code: code as never, path: pointer }, placesIn(checked));
      const { from, to } = place ?? placesIn(checked).find(pointer);
      parts.editor()?.select(from, to);
    },
    select: (from, to) => parts.editor()?.select(from, to),
    confirm() {
      const { value: domain } = session.domain;
      if (!domain) return say("These are the rules of an example. Choose one of the service's domains.");
      if (!service.hasKey.value) {
        dialog.value = { kind: "key", isAsked: true };
        return;
      }
      if (!currentVerdict() && session.isChecking.value)
        return say("This page has no verdict on the draft yet. Try again in a moment.");
      const { value: checked } = session.checked;
      if (checked?.result.kind === "unreadable" && checked.text === text.value)
        return say(checked.result.problem.message);
      // Whatever is JSON: the service says so if it is no object, or has a name twice.
      const candidate = parsed(text.value) as JsonObject | undefined;
      if (candidate === undefined) return say("The draft is not JSON yet.");
      const { targetProduct, domainId } = domain;
      const asking = { kind: "asking" } as const;
      asked.value = asking;
      const written = currentVerdict() ? undefined : text.value;
      void service.confirm({ targetProduct, domainId, candidate }, written).then((answer) => {
        if (answer.kind === "refused" && answer.problem.status === 401) service.forget();
        if (asked.value === asking) asked.value = answer;
      });
    },
    askForKey() {
      dialog.value = { kind: "key", isAsked: false };
    },
    copy(copied, what) {
      parts.writeClipboard(copied).then(
        () => say(`Copied: ${what}.`),
        () => {
          dialog.value = { kind: "copy", text: copied };
        },
      );
    },
    save: () => parts.saveFile("draft.json", text.value),
    // As `assay build` writes it, and `assay submit` reads it.
    download: (proposalPackage) => parts.saveFile("proposal.json", `${JSON.stringify(proposalPackage, null, 2)}\n`),
    pageOf: (code) => `${basePath(facts)}/diagnostics/${encodeURIComponent(code)}`,
    closeDialog() {
      dialog.value = undefined;
    },
  };
}

/** What a person can do in the page. */
export interface Actions {
  /** Applies one fix of a diagnostic of the verdict. */
  fix(diagnostic: number, fix: number): Promise<void>;
  /** Opens the review of all fixes together. */
  review(): Promise<void>;
  /** Applies all fixes together, after the review. */
  repair(): void;
  undo(): void;
  /** Selects what a JSON Pointer leads to; the code tells whether it is about a name or a value. */
  goTo(pointer: string, code?: string): void;
  /** Selects a part of the draft in the editor. */
  select(from: number, to: number): void;
  /** Asks the service for its verdict; without a key, asks for one first. */
  confirm(): void;
  /** Opens the dialog in which a key is given. */
  askForKey(): void;
  /** Copies a text; `what` says what it is. */
  copy(text: string, what: string): void;
  /** Saves the draft as a file. */
  save(): void;
  /** Saves the package as a file. */
  download(proposalPackage: ProposalPackage): void;
  /** The address of the page about a diagnostic. */
  pageOf(code: string): string;
  closeDialog(): void;
}
