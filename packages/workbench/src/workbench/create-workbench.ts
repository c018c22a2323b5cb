import type { JsonObject, Verdict } from "@assay/contract";
import { indexPlaces, type Places, writeJson } from "@assay/json-text";
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createFirstDraft, type Example, toExamples } from "../draft/create-first-draft.ts";
import type { DraftStore } from "../draft/draft-store.ts";
import type { Editor } from "../editor/create-editor.ts";
import { createToast, type Toast } from "../page/create-toast.ts";
import { type PageConfig, qualifiedName } from "../page/page-config.ts";
import type { Session } from "../session/session.ts";
import type { CheckedText } from "../session/state.ts";
import { type Confirmation, compareVerdicts } from "./compare-verdicts.ts";
import { type Actions, createActions, type OpenDialog } from "./create-actions.ts";
import { findMarks } from "./find-marks.ts";
import { formatTitle } from "./headline.ts";
import type { Service, ServiceAnswer } from "./service.ts";

/** The workbench's dependencies: the browser and the other parts of the page. */
export interface WorkbenchParts {
  readonly config: PageConfig;
  readonly session: Session;
  readonly service: Service;
  readonly drafts: DraftStore;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly saveFile: (name: string, text: string) => void;
}

/** The state of the page as signals, and the operations on it. */
export interface Workbench {
  readonly config: PageConfig;
  readonly session: Session;
  readonly service: Service;
  readonly actions: Actions;
  readonly text: ReadonlySignal<string>;
  /** The line above the draft until its first edit. */
  readonly banner: ReadonlySignal<string | undefined>;
  readonly dialog: ReadonlySignal<OpenDialog | undefined>;
  readonly toast: ReadonlySignal<Toast | undefined>;
  readonly confirmation: ReadonlySignal<"asking" | Confirmation | undefined>;
  readonly examples: ReadonlySignal<readonly Example[]>;
  /** The last verdict on this draft under the chosen rules. It stays while an edited draft cannot be read. */
  readonly lastVerdict: ReadonlySignal<Verdict | undefined>;
  /** The index of the diagnostic at the cursor, whose detail is shown. */
  readonly current: Signal<number | undefined>;
  /** What screen readers announce: the verdict after a pause, or the diagnostic that the author moved to. */
  readonly announcement: Signal<string>;
  /** Opens this tab's draft, or else the first draft of a domain. */
  open(): void;
  attach(editor: Editor): void;
  handleEdit(text: string): void;
  /** Returns the places of names and values in a checked draft. */
  findPlaces(checked: CheckedText): Places;
  selectDomain(name: string): void;
  openExample(index: number): void;
  /** Replaces the draft with a template that has every required property of the domain. */
  openTemplate(): Promise<void>;
  /** Replaces the draft with the content of a file. */
  openFile(file: Pick<File, "name" | "size" | "text">): Promise<void>;
}

/** The banner that a first-time visitor reads. */
export const introduction =
  "Assay checks a proposal before it is submitted. This example has the mistakes of a first draft: edit it or paste your own, and the verdict follows while you type. Nothing is sent.";
const announceMs = 1_000;
// Far more than the service accepts: a larger file was chosen by mistake.
const maxFileBytes = 1_048_576;

/** Connects the parts of the page. */
export function createWorkbench(parts: WorkbenchParts): Workbench {
  const { config, session, service, drafts } = parts;
  const text = signal("");
  const banner = signal<string | undefined>(undefined);
  const dialog = signal<OpenDialog | undefined>(undefined);
  const { toast, notify } = createToast();
  const current = signal<number | undefined>(undefined);
  const serviceAnswer = signal<"asking" | ServiceAnswer | undefined>(undefined);
  const actionParts = { text, dialog, toast, serviceAnswer, current };
  // The page's verdict can change after the service has answered: with the caller, the registry, or an engine restart.
  const confirmation = computed<"asking" | Confirmation | undefined>(() => {
    const { value: answer } = serviceAnswer;
    if (!answer || answer === "asking") return answer;
    if (session.isChecking.value) return "asking";
    const { value: checked } = session.checked;
    if (checked?.result.kind !== "verdict" || checked.text !== text.value) return compareVerdicts(answer);
    return compareVerdicts(answer, { ...checked.result, rulesDigest: session.domain.value?.specPackage?.digest });
  });
  const announcement = signal("");
  const title = signal("");
  const lastVerdict = signal<Verdict | undefined>(undefined);
  const examples = computed(() =>
    session.rules.value.kind === "ready" ? toExamples(session.rules.value.document) : [],
  );
  let editor: Editor | undefined;
  let announceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the draft comes from the page and not from the author. If so, choosing a domain replaces it. */
  let isPageText = true;

  const setText = (newText: string, isChosen = false) => {
    // The editor drops carriage returns.
    const next = newText.replace(/\r\n?/g, "\n");
    if (!areSameDraft(text.value, next)) lastVerdict.value = undefined;
    text.value = next;
    serviceAnswer.value = undefined;
    session.edit(next);
    if (editor && editor.text !== next) editor.replace(next, isChosen);
  };

  // Indexes each checked draft once, although several parts of the page look up places in it.
  let lastPlaces: { readonly checked: CheckedText; readonly places: Places } | undefined;
  const findPlaces = (checked: CheckedText) => {
    if (lastPlaces?.checked !== checked) {
      lastPlaces = { checked, places: indexPlaces(checked.text) };
    }
    return lastPlaces.places;
  };
  effect(() => {
    const { value: checked } = session.checked;
    if (checked?.result.kind === "verdict" && areSameDraft(checked.text, text.peek()))
      lastVerdict.value = checked.result.built.verdict;
    if (!checked) lastVerdict.value = undefined;
    if (checked) editor?.showMarks(checked.text, findMarks(checked, findPlaces));
  });
  // Until the author has a draft, each domain starts with its own first draft, once its rules are loaded.
  effect(() => {
    const { value: rules } = session.rules;
    if (rules.kind !== "ready" || !isPageText || text.peek() !== "") return;
    setText(createFirstDraft(rules.document));
    banner.value = introduction;
  });
  effect(() => {
    session.domain.value;
    serviceAnswer.value = undefined;
  });
  effect(() => session.setCaller(service.caller.value));
  effect(() => {
    const { value: checked } = session.checked;
    clearTimeout(announceTimer);
    // After a change of rules, the announced verdict no longer applies.
    if (!checked) title.value = "";
    else
      announceTimer = setTimeout(() => {
        title.value = formatTitle(checked);
      }, announceMs);
  });
  effect(() => {
    announcement.value = title.value;
  });

  const handleEdit = (next: string) => {
    if (next === text.value) return;
    // The author made this edit: text that the page sets is already in `text`.
    isPageText = false;
    // The toast's undo button would undo this edit instead.
    toast.value = undefined;
    banner.value = undefined;
    setText(next, true);
    saveDraft();
  };
  const saveDraft = () => {
    const { value: domain } = session.domain;
    if (domain) drafts.save({ domain: qualifiedName(domain), text: text.value });
  };
  const selectByName = (name: string): boolean => {
    const [targetProduct = "", domainId = ""] = name.split("/");
    return session.selectDomain({ targetProduct, domainId });
  };

  return {
    config,
    session,
    service,
    text,
    banner,
    dialog,
    toast,
    confirmation,
    examples,
    lastVerdict,
    current,
    announcement,
    actions: createActions({ ...parts, ...actionParts, notify, findPlaces, editor: () => editor }),
    findPlaces,
    open() {
      const savedDraft = drafts.load();
      if (savedDraft?.text) {
        isPageText = false;
        setText(savedDraft.text);
      }
      if (savedDraft && selectByName(savedDraft.domain)) return;
      const firstUsable = config.domains.find(({ status }) => status !== "unavailable") ?? config.domains[0];
      if (firstUsable) session.selectDomain(firstUsable);
    },
    attach(newEditor) {
      editor = newEditor;
      const { value: checked } = session.checked;
      if (checked) newEditor.showMarks(checked.text, findMarks(checked, findPlaces));
    },
    handleEdit,
    selectDomain(name) {
      banner.value = undefined;
      if (isPageText) setText("");
      selectByName(name);
      if (!isPageText) saveDraft();
    },
    openExample(index) {
      const example = examples.value[index];
      if (!example) return;
      banner.value = undefined;
      isPageText = true;
      setText(example.text, true);
      notify(`Your draft was replaced by the example "${example.name}".`, true);
    },
    async openTemplate() {
      const { value: rules } = session.rules;
      // Loaded on demand: most drafts do not start from the template.
      const loaded = await import("@assay/json-text/draft-from-schema").catch(() => undefined);
      if (!loaded || rules.kind !== "ready") return notify("The template could not be loaded. Try again.");
      handleEdit(writeJson(loaded.draftFromSchema(rules.document.candidateSchema as JsonObject).candidate));
      notify("The template has every required property. Fill in what is empty.", true);
    },
    async openFile(file) {
      const name = shortenName(file.name);
      if (file.size > maxFileBytes) return notify(`"${name}" is too large for a candidate. Choose another file.`);
      const content = await file.text().catch(() => undefined);
      if (content === undefined) return notify(`"${name}" could not be read. Choose it again.`);
      handleEdit(content);
      notify(`Your draft was replaced by "${name}".`, true);
    },
  };
}

/** Whether two texts have more than half in common. If not, they are different drafts. */
function areSameDraft(before: string, after: string): boolean {
  const length = Math.min(before.length, after.length);
  let atStart = 0;
  while (atStart < length && before[atStart] === after[atStart]) atStart += 1;
  let atEnd = 0;
  while (atStart + atEnd < length && before.at(-1 - atEnd) === after.at(-1 - atEnd)) atEnd += 1;
  return 2 * (atStart + atEnd) > Math.max(before.length, after.length);
}

function shortenName(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
