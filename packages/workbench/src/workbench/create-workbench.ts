import type { JsonObject, Verdict } from "@assay/contract";
import { indexPlaces, type Places, writeJson } from "@assay/json-text";
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { DraftStore } from "../draft/draft-store.ts";
import { examplePrefix, fetchExample } from "../draft/fetch-example.ts";
import { type Example, firstDraft, toExamples } from "../draft/first-draft.ts";
import type { Editor } from "../editor/create-editor.ts";
import { createToast, type Toast } from "../page/create-toast.ts";
import { type PageConfig, qualifiedName } from "../page/page-config.ts";
import type { Session } from "../session/session.ts";
import type { Checked } from "../session/state.ts";
import { type Confirmation, compareVerdicts } from "./compare-verdicts.ts";
import { type Actions, createActions, type OpenDialog } from "./create-actions.ts";
import { findMarks } from "./find-marks.ts";
import { formatTitle } from "./headline.ts";
import type { Service, ServiceAnswer } from "./service.ts";

/** What the workbench needs of the browser and of its other parts. */
export interface WorkbenchParts {
  readonly config: PageConfig;
  readonly session: Session;
  readonly service: Service;
  readonly drafts: DraftStore;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly saveFile: (name: string, text: string) => void;
  /** The address of the page: its fragment may name an example. */
  readonly address: { readonly fragment: string; dropFragment(): void };
}

/** The page as signals, and what can be done in it. */
export interface Workbench {
  readonly config: PageConfig;
  readonly session: Session;
  readonly service: Service;
  readonly actions: Actions;
  readonly text: ReadonlySignal<string>;
  /** What is said about the draft until its first edit: which example it is, or why it is none. */
  readonly banner: ReadonlySignal<string | undefined>;
  readonly dialog: ReadonlySignal<OpenDialog | undefined>;
  readonly toast: ReadonlySignal<Toast | undefined>;
  readonly confirmation: ReadonlySignal<"asking" | Confirmation | undefined>;
  readonly examples: ReadonlySignal<readonly Example[]>;
  /** The last verdict under the chosen rules, also while the text cannot be read. */
  readonly lastVerdict: ReadonlySignal<Verdict | undefined>;
  /** What a screen reader is told: the verdict once per pause, and a diagnostic that somebody goes to. */
  readonly announcement: Signal<string>;
  /** Opens what the address names: an example, or else the draft of this tab. */
  open(): Promise<void>;
  attach(editor: Editor): void;
  handleEdit(text: string): void;
  /** Where things are in the text that was checked last. */
  findPlaces(checked: Checked): Places;
  selectDomain(name: string): void;
  openExample(index: number): void;
  /** Begins with every required property of the domain, to be filled in. */
  openTemplate(): Promise<void>;
  /** Begins with a file of the author's. */
  openFile(file: Pick<File, "name" | "size" | "text">): Promise<void>;
}

/** What a visitor reads first. */
export const introduction =
  "Assay checks a proposal before it is submitted. This example has the mistakes of a first draft: edit it or paste your own, and the verdict follows while you type. Nothing is sent.";
const announceMs = 1_000;
// Far more than any request may have: only a wrong file is as large.
const maxFileBytes = 1_048_576;

/** Joins the parts of the page. */
export function createWorkbench(parts: WorkbenchParts): Workbench {
  const { config, session, service, drafts, address } = parts;
  const text = signal("");
  const banner = signal<string | undefined>(undefined);
  const dialog = signal<OpenDialog | undefined>(undefined);
  const { toast, say } = createToast();
  const serviceAnswer = signal<"asking" | ServiceAnswer | undefined>(undefined);
  // The verdict can change after the service was asked: with the caller, the registry, or an engine that starts again.
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
  /** Whether the draft is one that the page has chosen, so that another domain brings another one. */
  let isPageText = true;

  const setText = (given: string, isChosen = false) => {
    // The editor keeps lines without their carriage returns.
    const next = given.replace(/\r\n?/g, "\n");
    text.value = next;
    serviceAnswer.value = undefined;
    session.edit(next);
    if (editor && editor.text !== next) editor.replace(next, isChosen);
  };

  // Walk the tree once per verdict: everything that needs places asks for those of the same check.
  let lastPlaces: { readonly checked: Checked; readonly places: Places } | undefined;
  const findPlaces = (checked: Checked) => {
    if (lastPlaces?.checked !== checked) {
      lastPlaces = { checked, places: indexPlaces(checked.text) };
    }
    return lastPlaces.places;
  };
  effect(() => {
    const { value: checked } = session.checked;
    if (checked?.result.kind === "verdict") lastVerdict.value = checked.result.built.verdict;
    if (!checked) lastVerdict.value = undefined;
    if (checked) editor?.showMarks(checked.text, findMarks(checked, findPlaces));
  });
  // A draft of ours follows the rules: the first one that was loaded, or that of another domain.
  effect(() => {
    const { value: rules } = session.rules;
    if (rules.kind !== "ready" || !isPageText || text.peek() !== "") return;
    setText(firstDraft(rules.document));
    banner.value ??= introduction;
  });
  effect(() => {
    session.domain.value;
    serviceAnswer.value = undefined;
  });
  effect(() => session.setCaller(service.caller.value));
  effect(() => {
    const { value: checked } = session.checked;
    clearTimeout(announceTimer);
    // Under other rules, what was said is no longer so.
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
    // Whatever was set by the page itself is already in `text`.
    isPageText = false;
    // An undo after this would undo this.
    toast.value = undefined;
    banner.value = undefined;
    setText(next, true);
    saveDraft();
  };
  // What becomes of an example leaves the author's own draft alone.
  const saveDraft = () => {
    const { value: domain } = session.domain;
    if (domain) drafts.save({ domain: qualifiedName(domain), text: text.value });
  };
  const selectByName = (name: string): boolean => {
    const [targetProduct = "", domainId = ""] = name.split("/");
    return session.selectDomain({ targetProduct, domainId });
  };
  // Returns what to say if there is no such example.
  const openLinkedExample = async (fragment: string): Promise<string | undefined> => {
    const fetched = await fetchExample(fragment, parts);
    // Something else was opened while this one was fetched.
    if (address.fragment !== fragment) return undefined;
    if (fetched.kind === "failed") return `${fetched.reason} Below is a different draft, not the one from the link.`;
    const replaces = text.value !== "";
    isPageText = true;
    session.useRules(fetched.rules);
    setText(fetched.text, replaces);
    banner.value = fetched.about;
    if (replaces) say("Your draft was replaced by this example.", true);
    return undefined;
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
    announcement,
    actions: createActions({ ...parts, text, dialog, toast, serviceAnswer, say, findPlaces, editor: () => editor }),
    findPlaces,
    async open() {
      const { fragment } = address;
      if (fragment.startsWith(examplePrefix)) banner.value = (await openLinkedExample(fragment)) ?? banner.value;
      if (session.domain.value || session.example.value !== undefined) return;
      const savedDraft = drafts.load();
      if (savedDraft?.text) {
        isPageText = false;
        setText(savedDraft.text);
      }
      if (savedDraft && selectByName(savedDraft.domain)) return;
      const usable = config.domains.find(({ status }) => status !== "unavailable") ?? config.domains[0];
      if (usable) session.selectDomain(usable);
    },
    attach(created) {
      editor = created;
      const { value: checked } = session.checked;
      if (checked) created.showMarks(checked.text, findMarks(checked, findPlaces));
    },
    handleEdit,
    selectDomain(name) {
      banner.value = undefined;
      address.dropFragment();
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
      say(`Your draft was replaced by the example "${example.name}".`, true);
    },
    async openTemplate() {
      const { value: rules } = session.rules;
      // A chunk of its own: most drafts come from elsewhere.
      const loaded = await import("@assay/json-text/draft-from-schema").catch(() => undefined);
      if (!loaded || rules.kind !== "ready") return say("The template could not be loaded. Try again.");
      handleEdit(writeJson(loaded.draftFromSchema(rules.document.candidateSchema as JsonObject).candidate));
      say("The template has every required property. Fill in what is empty.", true);
    },
    async openFile(file) {
      const name = shortenName(file.name);
      if (file.size > maxFileBytes) return say(`"${name}" is too large for a candidate. Choose another file.`);
      const content = await file.text().catch(() => undefined);
      if (content === undefined) return say(`"${name}" could not be read. Choose it again.`);
      handleEdit(content);
      say(`Your draft was replaced by "${name}".`, true);
    },
  };
}

function shortenName(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
