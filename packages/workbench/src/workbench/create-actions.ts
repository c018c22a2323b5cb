import {
  combineFixes,
  type DiagnosticCode,
  type PatchOperation,
  type ProposalPackage,
  suggestPatch,
} from "@assay/contract";
import { listMarks, type Places } from "@assay/json-text";
import type { PatchedText } from "@assay/json-text/patch-text";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Editor } from "../editor/create-editor.ts";
import type { Toast } from "../page/create-toast.ts";
import { basePath, type PageConfig } from "../page/page-config.ts";
import type { Session } from "../session/session.ts";
import type { CheckedText } from "../session/state.ts";
import { parseJson, type Service, type ServiceAnswer } from "./service.ts";

/** A draft with fixes applied, and the same draft before the fixes. */
type PatchedDraft = Extract<PatchedText, { readonly kind: "ok" }> & { readonly before: string };

/** The open dialog. `isForCheck`: a check with the service waits for the key. */
export type OpenDialog =
  | { readonly kind: "key"; readonly isForCheck: boolean }
  | { readonly kind: "review"; readonly patched: PatchedDraft };

/** The state and the functions that the actions use. */
interface ActionParts {
  readonly config: PageConfig;
  readonly session: Session;
  readonly service: Service;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly saveFile: (name: string, text: string) => void;
  readonly text: ReadonlySignal<string>;
  readonly dialog: Signal<OpenDialog | undefined>;
  readonly toast: Signal<Toast | undefined>;
  /** The service's answer about this draft in this domain; undefined once either changes. */
  readonly serviceAnswer: Signal<"asking" | ServiceAnswer | undefined>;
  /** Returns the editor, once it is attached. */
  editor(): Editor | undefined;
  readonly current: Signal<number | undefined>;
  notify(message: string, canUndo?: boolean): void;
  findPlaces(checked: CheckedText): Places;
}

/** What a user can do in the page besides editing and choosing a draft. */
export type Actions = ReturnType<typeof createActions>;

export function createActions(parts: ActionParts) {
  const { config, session, service, text, dialog, toast, serviceAnswer, notify, findPlaces } = parts;

  function currentDiagnostics() {
    const { value: checked } = session.checked;
    if (checked?.result.kind === "verdict" && checked.text === text.value)
      return checked.result.built.verdict.diagnostics;
    notify("The draft has changed. Wait for the next verdict.");
    return undefined;
  }

  async function patch(operations: readonly PatchOperation[]): Promise<PatchedDraft | undefined> {
    const before = text.value;
    // Loaded on demand: an author who only reads the verdict does not need it.
    const loaded = await import("@assay/json-text/patch-text").catch(() => undefined);
    const patched = loaded?.patchText(before, operations);
    if (patched?.kind === "ok") return { before, ...patched };
    notify(patched?.reason ?? "The fix could not be loaded. Check the connection, then try again.");
    return undefined;
  }

  const apply = ({ before, changes }: PatchedDraft, message: string) => {
    if (before !== text.value) return notify("The draft has changed. Wait for the next verdict.");
    parts.editor()?.change(changes);
    notify(message, true);
  };

  const confirm = () => {
    const { value: domain } = session.domain;
    const { value: checked } = session.checked;
    if (!domain) return;
    if (service.caller.value === undefined) {
      dialog.value = { kind: "key", isForCheck: true };
      return;
    }
    if (checked?.text !== text.value && session.isChecking.value)
      return notify("This page has no verdict on the draft yet. Try again in a moment.");
    if (checked?.result.kind === "unreadable" && checked.text === text.value)
      return notify(checked.result.problem.message);
    // Any JSON can be sent: the service itself reports a candidate that is not an object or repeats a name.
    if (parseJson(text.value) === undefined) return notify("The draft is not JSON yet.");
    serviceAnswer.value = "asking";
    const sent = text.value;
    void service.confirm(domain, sent).then((answer) => {
      if (serviceAnswer.value === "asking" && text.value === sent && session.domain.value === domain)
        serviceAnswer.value = answer;
    });
  };

  return {
    confirm,
    /** Applies the fix for a diagnostic. */
    async fix(index: number): Promise<void> {
      const diagnostics = currentDiagnostics();
      if (!diagnostics) return;
      const fix = diagnostics[index]?.fix;
      if (!fix) return notify("There is no fix here: edit the draft.");
      const patched = await patch(fix);
      if (patched) apply(patched, "Fixed.");
    },
    /** Accepts a diagnostic's suggestion. */
    async accept(index: number): Promise<void> {
      const diagnostic = currentDiagnostics()?.[index];
      const patched = diagnostic && (await patch(suggestPatch(diagnostic)));
      if (patched) apply(patched, `Changed to "${diagnostic.didYouMean}".`);
    },
    /** Opens the review of all fixes; those of a draft that is not JSON remove its comments and trailing commas. */
    async review(): Promise<void> {
      const isUnreadable = session.checked.value?.result.kind === "unreadable";
      const diagnostics = isUnreadable ? [] : currentDiagnostics();
      if (!diagnostics) return;
      const repair = combineFixes(diagnostics);
      if (repair.length === 0 && !isUnreadable) return notify("There are no fixes to review.");
      const patched = await patch(repair);
      if (patched) dialog.value = { kind: "review", patched };
    },
    /** Applies all fixes after the review. */
    repair(patched: PatchedDraft): void {
      dialog.value = undefined;
      apply(patched, "The fixes are applied.");
      setTimeout(() => parts.editor()?.focus());
    },
    undo(): void {
      parts.editor()?.undo();
      toast.value = undefined;
    },
    /** Selects the place of a diagnostic; its code determines whether that is a name or a value. */
    goTo(path: string, code: DiagnosticCode, index?: number): void {
      const { value: checked } = session.checked;
      const [place] = checked ? listMarks({ code, path }, findPlaces(checked)) : [];
      if (place) parts.editor()?.select(place.from, place.to);
      parts.current.value = index;
    },
    /** Selects a part of the draft in the editor. */
    select: (from: number, to: number) => parts.editor()?.select(from, to),
    askForKey(): void {
      dialog.value = { kind: "key", isForCheck: false };
    },
    /** Uses a key if the service accepts it, and then closes the dialog, unless the user has already done so. */
    async useKey(key: string, isForCheck: boolean) {
      const { value: opened } = dialog;
      const answer = await service.setKey(key);
      if (answer.kind === "refused" || dialog.value !== opened) return answer;
      dialog.value = undefined;
      if (isForCheck) confirm();
      return answer;
    },
    forgetKey(): void {
      service.forget();
      dialog.value = undefined;
    },
    /** Copies `content` to the clipboard. `name` describes it to the user. */
    copy(content: string, name: string): void {
      parts.writeClipboard(content).then(
        () => notify(`Copied: ${name}.`),
        () => notify("The browser did not allow the page to copy. Select the text and copy it."),
      );
    },
    save: () => parts.saveFile("draft.json", text.value),
    /** Saves the package in the format that `assay build` writes and `assay submit` reads. */
    download(proposalPackage: ProposalPackage): void {
      if (!currentDiagnostics()) return;
      parts.saveFile("proposal.json", `${JSON.stringify(proposalPackage, null, 2)}\n`);
    },
    /** Returns the URL of the page about a diagnostic code. */
    toPageUrl: (code: DiagnosticCode) => `${basePath(config)}/diagnostics/${encodeURIComponent(code)}`,
    closeDialog(): void {
      dialog.value = undefined;
    },
  };
}
