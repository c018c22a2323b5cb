import { firstSpecPackage, type Json, type SpecPackage } from "@assay/contract";
import { type LocatedProblem, locateProblems, type Places, placesIn, writeJson } from "@assay/json-text";
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Draft, type DraftStore, keptBeside, wayBack } from "../draft/draft-store.ts";
import { firstDraft } from "../draft/first-draft.ts";
import type { Editor } from "../editor/create-editor.ts";
import { createToast, type Toast } from "../page/create-toast.ts";
import type { PageAddress } from "../page/page-address.ts";
import { type DomainFacts, type PageFacts, qualifiedName } from "../page/page-facts.ts";
import { type Fetch, fetchSpecPackage } from "../session/facts.ts";
import { createSharing, readFragment, type ShareDialog, type Sharing } from "../share/create-sharing.ts";
import { counted } from "../workbench/headline.ts";
import type { CheckedPackage } from "./messages.ts";
import { type CheckedText, layOut, type RulesSession } from "./session.ts";

/** What the rules view needs of the browser and of its other parts. */
export interface RulesViewParts {
  readonly facts: PageFacts;
  readonly session: RulesSession;
  /** The spec package of this tab. */
  readonly packages: DraftStore;
  /** The draft of the workbench in this tab. */
  readonly drafts: Pick<DraftStore, "load">;
  readonly fetch: Fetch;
  readonly writeClipboard: (text: string) => Promise<void>;
  /** Gives a file to the browser. */
  readonly saveFile: (name: string, text: string) => void;
  readonly address: PageAddress;
}

/** What is shown on top of the page. */
type OpenDialog = ShareDialog | { readonly kind: "changes"; readonly before: string; readonly after: string };

/** Which candidate is tried. */
type TriedSource =
  /** The draft of the workbench in this tab. */
  | { readonly kind: "workbench" }
  /** The workbench has none in this tab: the one that it would begin with. */
  | { readonly kind: "example" }
  /** The draft of the workbench is for another domain. */
  | { readonly kind: "other-domain"; readonly domain: string };

/** The page as signals, and what can be done in it. */
export interface RulesView extends Sharing {
  readonly facts: PageFacts;
  readonly session: RulesSession;
  readonly text: ReadonlySignal<string>;
  /** The choice in the list: `product/domain`, the same with `@next`, or `new`. */
  readonly chosen: ReadonlySignal<string>;
  readonly banner: ReadonlySignal<string | undefined>;
  /** The author's own package, while one that came with a link is in its place. */
  readonly ownPackage: ReadonlySignal<Draft | undefined>;
  readonly dialog: ReadonlySignal<OpenDialog | undefined>;
  readonly toast: ReadonlySignal<Toast | undefined>;
  /** What a screen reader is told: the result once per pause, and a problem that somebody goes to. */
  readonly announcement: Signal<string>;
  /** The problems of the text that was checked last, at their places, in the order of the text. */
  readonly problems: ReadonlySignal<readonly LocatedProblem[]>;
  readonly triedSource: ReadonlySignal<TriedSource>;
  open(): Promise<void>;
  attach(editor: Editor): void;
  edited(text: string): void;
  choose(name: string): void;
  showOwnPackage(): void;
  /** Tries again whatever has failed. */
  retry(): void;
  /** Selects what a JSON Pointer leads to in the text that was checked. */
  goTo(pointer: string): void;
  select(from: number, to: number): void;
  /** The pointer of what is at an offset; nothing while the text is newer than the last check. */
  pointerAt(offset: number): string | undefined;
  /** Writes another version into the package. */
  writeVersion(version: string): void;
  copyText(): void;
  download(): void;
  showChanges(): void;
  undo(): void;
  closeDialog(): void;
}

const announceMs = 1_000;

/** The choice of a small package to start from. */
export const newPackage = "new";

/** Joins the parts of the page. */
export function createRulesView(parts: RulesViewParts): RulesView {
  const { facts, session, packages, drafts, address } = parts;
  const text = signal("");
  const chosen = signal("");
  const banner = signal<string | undefined>(undefined);
  const ownPackage = signal<Draft | undefined>(undefined);
  const dialog = signal<OpenDialog | undefined>(undefined);
  const { toast, say } = createToast();
  const announcement = signal("");
  const triedSource = signal<TriedSource>({ kind: "example" });
  let editor: Editor | undefined;
  let announceTimer: ReturnType<typeof setTimeout> | undefined;
  let choices = 0;
  let openings = 0;

  // Once per check: everything that needs places asks for those of the same text.
  const places = computed<Places | undefined>(() => session.checked.value && placesIn(session.checked.value.text));
  const problems = computed(() =>
    session.checked.value && places.value ? locate(session.checked.value, places.value) : [],
  );

  const setText = (given: string, isChosen = false) => {
    // The editor keeps lines without their carriage returns.
    const next = given.replace(/\r\n?/g, "\n");
    text.value = next;
    session.edit(next);
    if (editor && editor.text !== next) editor.replace(next, isChosen);
  };
  const showMarks = () => {
    const { value: checked } = session.checked;
    if (!checked) return;
    const marks = problems.value.map(({ mark }, index) => ({ ...mark, kind: "error" as const, diagnostic: index }));
    editor?.showMarks(checked.text, marks);
  };
  effect(showMarks);
  effect(() => {
    const { value: checked } = session.checked;
    clearTimeout(announceTimer);
    if (!checked) return;
    announceTimer = setTimeout(() => {
      announcement.value = packageTitle(checked.result);
    }, announceMs);
  });

  const domainOf = (name: string) => facts.domains.find((domain) => qualifiedName(domain) === name);
  const usable = () => facts.domains.find(({ status }) => status !== "unavailable") ?? facts.domains[0];

  /** Loads what is published, and the draft to try under it. */
  const load = async (name: string): Promise<DomainFacts | undefined> => {
    chosen.value = name;
    const domain = domainOf(name.replace(/@next$/, ""));
    await session.selectDomain(domain);
    const { value: published } = session.published;
    const draft = drafts.load();
    const isOurs = draft !== undefined && domain !== undefined && draft.domain === qualifiedName(domain);
    if (isOurs) triedSource.value = { kind: "workbench" };
    else triedSource.value = draft ? { kind: "other-domain", domain: draft.domain } : { kind: "example" };
    const example = published.kind === "ready" ? firstDraft(published.document) : undefined;
    session.tryDraft(isOurs ? draft.text : draft ? undefined : example);
    return domain;
  };

  const show = async ({ domain, text: shown, before }: Draft, said?: string) => {
    ownPackage.value = before;
    banner.value = said;
    setText(shown);
    editor?.forgetSteps();
    await load(domainOf(domain) ? domain : newPackage);
  };
  const save = (name: string) => {
    packages.save({ domain: name.replace(/@next$/, ""), text: text.value, before: ownPackage.value });
  };

  const begin = async (name: string): Promise<string | undefined> => {
    choices += 1;
    const choice = choices;
    const domain = await load(name);
    const found = await textOf(name, domain);
    return choice === choices ? found : undefined;
  };

  /** Begins with what is chosen, unless something was typed meanwhile. */
  const start = async (name: string) => {
    const found = await begin(name);
    if (found === undefined || text.value !== "") return;
    setText(found);
    if (domainOf(name)) banner.value ??= introduction;
  };

  const textOf = async (name: string, domain: DomainFacts | undefined): Promise<string | undefined> => {
    if (!domain) return writeJson(firstSpecPackage("my-product", "my-proposals") as unknown as Json);
    const { nextSpecPackagePath } = domain;
    if (name.endsWith("@next") && nextSpecPackagePath !== undefined) {
      const next = await fetchSpecPackage(nextSpecPackagePath, domain, parts.fetch, new AbortController().signal);
      if (next.kind === "ok") return layOut(new TextDecoder().decode(next.bytes));
      say(next.reason);
      return undefined;
    }
    const { value: published } = session.published;
    return published.kind === "ready" ? published.text : undefined;
  };

  const showOwnPackage = () => {
    const { value: own } = ownPackage;
    if (!own) return;
    address.dropFragment(true);
    const back = wayBack(own, packages);
    packages.save(back);
    void show(back);
  };

  const sharing = createSharing({
    ...{ text, say, writeClipboard: parts.writeClipboard },
    show(shown) {
      dialog.value = shown;
    },
    async link(encode) {
      const domain = chosen.value === newPackage ? `${newPackage}/${newPackage}` : chosen.value.replace(/@next$/, "");
      const encoded = await encode({ domain, text: text.value });
      return encoded === undefined ? undefined : { url: `${address.page}${encoded}`, what: "a link with this package" };
    },
  });

  return {
    ...{ facts, session, text, chosen, banner, ownPackage, dialog, toast, announcement, problems, triedSource },
    ...sharing,
    async open() {
      openings += 1;
      const opening = openings;
      const opened = await readFragment(address.fragment);
      // Another link was followed while this one was read.
      if (opening !== openings) return;
      const kept = packages.load();
      if (opened.kind === "draft") {
        const before = keptBeside(opened.draft.text, packages);
        await show({ ...opened.draft, before }, "This package came with the link. Read it before you use it.");
      } else if (text.value === "" || (opened.kind === "none" && kept?.text !== text.value)) {
        if (ownPackage.value) showOwnPackage();
        else if (kept) await show(kept);
        else {
          const domain = usable();
          banner.value = undefined;
          setText("");
          await start(domain ? qualifiedName(domain) : newPackage);
        }
      }
      if (opened.kind === "unreadable")
        banner.value = `${opened.reason} Below is a different package, not the one from the link.`;
    },
    attach(created) {
      editor = created;
      showMarks();
    },
    edited(next) {
      if (next === text.value) return;
      setText(next);
      toast.value = undefined;
      banner.value = undefined;
      address.dropFragment();
      save(chosen.value);
    },
    choose(name) {
      const before = text.value;
      banner.value = undefined;
      void begin(name).then((found) => {
        if (found === undefined || found === before) return;
        setText(found, true);
        save(name);
        say("The package in the editor was replaced.", true);
      });
    },
    showOwnPackage,
    retry() {
      session.retry();
      if (session.published.value.kind === "failed") void start(chosen.value);
    },
    goTo(pointer) {
      const place = places.value?.find(pointer);
      if (place) editor?.select(place.from, place.to);
    },
    select(from, to) {
      dialog.value = undefined;
      // Behind an open dialog nothing can take the focus.
      setTimeout(() => editor?.select(from, to));
    },
    pointerAt: (offset) => (session.checked.value?.text === text.value ? places.value?.pointerAt(offset) : undefined),
    writeVersion(version) {
      const place = session.checked.value?.text === text.value ? places.value?.find("/version") : undefined;
      if (place?.target !== "value") return say("The package has changed. Wait until it is checked.");
      editor?.change([{ from: place.from, to: place.to, insert: JSON.stringify(version) }]);
      say(`The version is now ${version}.`, true);
    },
    copyText: () => sharing.copy(text.value, "the spec package"),
    download: () => parts.saveFile(fileNameOf(text.value), text.value),
    showChanges() {
      const { value: published } = session.published;
      if (published.kind !== "ready") return;
      // Laid out alike, so that only what means something differs.
      const laidOut = layOutAlike(text.value);
      const before = laidOut === undefined ? published.text : writeJson(published.document as unknown as Json);
      dialog.value = { kind: "changes", before, after: laidOut ?? text.value };
    },
    undo() {
      editor?.undo();
      toast.value = undefined;
    },
    closeDialog() {
      dialog.value = undefined;
    },
  };
}

const introduction =
  "These are the rules that the service uses now. Edit them: problems, tests and what would change are shown while you type. Nothing is sent, and nothing is published.";

function locate({ text, result }: CheckedText, places: Places): readonly LocatedProblem[] {
  return locateProblems(result.problems, new TextEncoder().encode(text), { text, places });
}

function layOutAlike(text: string): string | undefined {
  try {
    return writeJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

// Names come from the text, so only what is safe in every file system is kept.
function fileNameOf(text: string): string {
  try {
    const { targetProduct, domainId, version } = JSON.parse(text) as Partial<SpecPackage>;
    const name = [targetProduct, domainId, version].join("-");
    return /^[A-Za-z0-9][\w.-]{0,120}$/.test(name) ? `${name}.json` : "spec-package.json";
  } catch {
    return "spec-package.json";
  }
}

/** What the service would do with a package, in a few words. */
export function packageTitle({ isAccepted, problems }: Pick<CheckedPackage, "isAccepted" | "problems">): string {
  return isAccepted ? "Would be accepted" : `Would be rejected: ${counted(problems.length, "problem")}`;
}
