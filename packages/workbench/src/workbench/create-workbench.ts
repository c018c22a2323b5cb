import type { JsonObject, Verdict } from "@assay/contract";
import { type Places, placesIn as placesInText, writeJson } from "@assay/json-text";
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Draft, DraftStore } from "../draft/draft-store.ts";
import { examplePrefix, fetchExample } from "../draft/fetch-example.ts";
import { type Example, firstDraft, toExamples } from "../draft/first-draft.ts";
import type { Editor } from "../editor/create-editor.ts";
import { createToast, type Toast } from "../page/create-toast.ts";
import { type PageFacts, qualifiedName } from "../page/page-facts.ts";
import type { Session } from "../session/session.ts";
import type { Checked } from "../session/state.ts";
import { type ActionParts, type Actions, createActions, type OpenDialog } from "./create-actions.ts";
import { titleOf } from "./headline.ts";
import { marksIn } from "./marks-in.ts";
import { type Confirmation, compare, type Service } from "./service.ts";

/** What the workbench needs of the browser and of its other parts. */
export interface WorkbenchParts {
  readonly facts: PageFacts;
  readonly session: Session;
  readonly service: Service;
  readonly drafts: DraftStore;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly saveFile: (name: string, text: string) => void;
  /** The address of the page: its fragment may name an example. */
  readonly address: { readonly fragment: string; dropFragment(): void };
}

/** What became of asking the service. */
export type AskedService = { readonly kind: "asking" } | Confirmation;

/** The page as signals, and what can be done in it. */
export interface Workbench {
  readonly facts: PageFacts;
  readonly session: Session;
  readonly service: Service;
  readonly actions: Actions;
  readonly text: ReadonlySignal<string>;
  /** What is said about the draft until its first edit: which example it is, or why it is none. */
  readonly banner: ReadonlySignal<string | undefined>;
  readonly dialog: ReadonlySignal<OpenDialog | undefined>;
  readonly toast: ReadonlySignal<Toast | undefined>;
  readonly confirmation: ReadonlySignal<AskedService | undefined>;
  readonly examples: ReadonlySignal<readonly Example[]>;
  /** The last verdict under the chosen rules, also while the text cannot be read. */
  readonly lastVerdict: ReadonlySignal<Verdict | undefined>;
  /** What a screen reader is told: the verdict once per pause, and a diagnostic that somebody goes to. */
  readonly announcement: Signal<string>;
  /** Opens what the address names: an example, in the place of the draft of this tab, or that draft. */
  open(): Promise<void>;
  attach(editor: Editor): void;
  edited(text: string): void;
  /** Where things are in the text that was checked last. */
  placesIn(checked: Checked): Places;
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
  const { facts, session, service, drafts } = parts;
  const text = signal("");
  const banner = signal<string | undefined>(undefined);
  const dialog = signal<OpenDialog | undefined>(undefined);
  const { toast, say } = createToast();
  const asked: ActionParts["asked"] = signal(undefined);
  // The verdict can change after the service was asked: with the registry, or with an engine that starts again.
  const confirmation = computed<AskedService | undefined>(() => {
    const { value: answer } = asked;
    if (!answer || answer.kind === "asking") return answer;
    const { value: checked } = session.checked;
    if (checked?.result.kind !== "verdict" || checked.text !== text.value) return compare(answer);
    return compare(answer, { ...checked.result, rulesDigest: session.domain.value?.specPackage?.digest });
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
  let isOurs = true;
  /** What the draft is for while no domain is chosen. */
  let example = "";
  /** What an example is in the place of. */
  let replaced: Draft | undefined;
  let openings = 0;

  const draftDomain = () => (session.domain.value ? qualifiedName(session.domain.value) : example);
  const setText = (given: string, isChosen = false) => {
    // The editor keeps lines without their carriage returns.
    const next = given.replace(/\r\n?/g, "\n");
    text.value = next;
    asked.value = undefined;
    session.edit(next);
    if (editor && editor.text !== next) editor.replace(next, isChosen);
  };

  // Walk the tree once per verdict: everything that needs places asks for those of the same check.
  let lastPlaces: { readonly checked: Checked; readonly places: Places } | undefined;
  const placesIn = (checked: Checked) => {
    if (lastPlaces?.checked !== checked) {
      lastPlaces = { checked, places: placesInText(checked.text) };
    }
    return lastPlaces.places;
  };
  effect(() => {
    const { value: checked } = session.checked;
    if (checked?.result.kind === "verdict") lastVerdict.value = checked.result.built.verdict;
    if (!checked) lastVerdict.value = undefined;
    if (checked) editor?.showMarks(checked.text, marksIn(checked, placesIn));
  });
  // A draft of ours follows the rules: the first one that was loaded, or that of another domain.
  effect(() => {
    const { value: rules } = session.rules;
    if (rules.kind !== "ready" || !isOurs || text.peek() !== "") return;
    setText(firstDraft(rules.document));
    banner.value ??= introduction;
  });
  effect(() => {
    session.domain.value;
    asked.value = undefined;
  });
  effect(() => {
    const { value: checked } = session.checked;
    const { value: registry } = session.registry;
    clearTimeout(announceTimer);
    // Under other rules, what was said is no longer so.
    if (!checked) title.value = "";
    else
      announceTimer = setTimeout(() => {
        title.value = titleOf(checked, registry);
      }, announceMs);
  });
  effect(() => {
    announcement.value = title.value;
  });

  const actions = createActions({
    ...parts,
    ...{ text, dialog, toast, asked, say, placesIn },
    editor: () => editor,
  });

  const choose = (name: string): boolean => {
    openings += 1;
    const [targetProduct = "", domainId = ""] = name.split("/");
    return session.selectDomain({ targetProduct, domainId });
  };
  const chooseFirst = () => {
    const usable = facts.domains.find(({ status }) => status !== "unavailable") ?? facts.domains[0];
    if (usable) session.selectDomain(usable);
  };
  const fetchFrom = async (fragment: string) => {
    openings += 1;
    const opening = openings;
    const fetched = await fetchExample(fragment, parts);
    // Something else was opened while this one was fetched.
    return opening === openings ? fetched : undefined;
  };
  const useRulesFor = async (name: string) => {
    if (!name.startsWith(examplePrefix)) {
      if (!choose(name)) chooseFirst();
      return;
    }
    const fetched = await fetchFrom(name);
    if (fetched?.kind === "failed") chooseFirst();
    if (fetched?.kind !== "ok") return;
    example = name;
    session.useRules(fetched.rules);
  };

  const edited = (next: string) => {
    if (next === text.value) return;
    // Whatever was set by the page itself is already in `text`.
    isOurs = false;
    // An undo after this would undo this.
    toast.value = undefined;
    banner.value = undefined;
    parts.address.dropFragment();
    setText(next, true);
    // The example was undone: its rules go with it.
    const undone = text.value === replaced?.text ? replaced : undefined;
    drafts.save({ domain: undone?.domain ?? draftDomain(), text: text.value });
    if (!undone) return;
    replaced = undefined;
    void useRulesFor(undone.domain);
  };

  return {
    facts,
    session,
    service,
    actions,
    text,
    banner,
    dialog,
    toast,
    confirmation,
    examples,
    lastVerdict,
    announcement,
    placesIn,
    async open() {
      const isFirst = !session.domain.value && session.example.value === undefined;
      const kept = isFirst ? drafts.load() : undefined;
      if (kept?.text && text.value === "") {
        isOurs = false;
        example = kept.domain;
        setText(kept.text);
      }
      const { fragment } = parts.address;
      const fetched = fragment.startsWith(examplePrefix) ? await fetchFrom(fragment) : "none";
      if (!fetched) return;
      if (fetched === "none" || fetched.kind === "failed") {
        if (fetched !== "none")
          banner.value = `${fetched.reason} Below is a different draft, not the one from the link.`;
        if (isFirst) await useRulesFor(example);
        return;
      }
      replaced = text.value === "" ? undefined : { domain: draftDomain(), text: text.value };
      isOurs = true;
      example = fragment;
      session.useRules(fetched.rules);
      setText(fetched.text, replaced !== undefined);
      banner.value = fetched.about;
      if (replaced) say("Your draft was replaced by this example.", true);
    },
    attach(created) {
      editor = created;
      const { value: checked } = session.checked;
      if (checked) created.showMarks(checked.text, marksIn(checked, placesIn));
    },
    edited,
    selectDomain(name) {
      banner.value = undefined;
      parts.address.dropFragment();
      if (isOurs) setText("");
      choose(name);
      if (!isOurs) drafts.save({ domain: name, text: text.value });
    },
    openExample(index) {
      const example = examples.value[index];
      if (!example) return;
      banner.value = undefined;
      isOurs = true;
      setText(example.text, true);
      say(`Your draft was replaced by the example "${example.name}".`, true);
    },
    async openTemplate() {
      const { value: rules } = session.rules;
      // A chunk of its own: most drafts come from elsewhere.
      const loaded = await import("@assay/json-text/draft-from-schema").catch(() => undefined);
      if (!loaded || rules.kind !== "ready") return say("The template could not be loaded. Try again.");
      edited(writeJson(loaded.draftFromSchema(rules.document.candidateSchema as JsonObject).candidate));
      say("The template has every required property. Fill in what is empty.", true);
    },
    async openFile(file) {
      const name = shortened(file.name);
      if (file.size > maxFileBytes) return say(`"${name}" is too large for a candidate. Choose another file.`);
      const content = await file.text().catch(() => undefined);
      if (content === undefined) return say(`"${name}" could not be read. Choose it again.`);
      edited(content);
      say(`Your draft was replaced by "${name}".`, true);
    },
  };
}

function shortened(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
