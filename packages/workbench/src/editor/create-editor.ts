import type { TextChange } from "@assay/json-text";
import { defaultKeymap, history, historyKeymap, undo, undoDepth } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from "@codemirror/language";
import { Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import {
  closeHoverTooltips,
  drawSelection,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  type KeyBinding,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { drawMarks, type Mark, marksField, setMarks } from "./marks.ts";
import { showHidden } from "./show-hidden.ts";
import { theme } from "./theme.ts";

/** The editor's inputs and callbacks. */
export interface EditorOptions {
  /** The element whose shadow root holds the editor, so that the page's policy also allows the editor's styles. */
  readonly host: HTMLElement;
  readonly text: string;
  /** Called when the author or a fix has changed the text. */
  onEdit(text: string): void;
  /** Applies the fix for the diagnostic at the cursor, if there is one. */
  fix(diagnostic: number | undefined): void;
  /** Opens the review of all fixes. */
  review(): void;
  /** Checks the draft with the service. */
  confirm(): void;
  /** Called when F8 has moved the cursor to the place of a diagnostic. */
  onVisit(diagnostic: number): void;
  /** Called with the diagnostic at the cursor, if there is one, when the cursor or the marks have changed. */
  onCursor(diagnostic: number | undefined): void;
  /** Creates the tooltip for a place, from its diagnostics and its description in the rules. */
  describe(offset: number, marks: readonly Mark[]): HTMLElement | undefined;
}

/** The draft editor. */
export interface Editor {
  readonly text: string;
  /** Replaces the whole text in one undo step. In an empty editor, only text that the author chose can be undone. */
  replace(text: string, isChosen: boolean): void;
  /** Applies changes in one undo step. */
  change(changes: readonly TextChange[]): void;
  undo(): void;
  /** Shows the marks of a verdict on this text; ignored if the text has changed since. */
  showMarks(text: string, marks: readonly Mark[]): void;
  /** Selects a range, scrolls to it, and focuses the editor. */
  select(from: number, to: number): void;
  focus(): void;
  /** Adds an extension that was loaded after the editor was created. */
  extend(extension: Extension): void;
  destroy(): void;
}

/** Creates the editor. */
export function createEditor(options: EditorOptions): Editor {
  const root = options.host.shadowRoot ?? options.host.attachShadow({ mode: "open" });
  const addedExtensions = new Compartment();
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      lineNumbers(),
      drawMarks(),
      foldGutter({ openText: "⌄", closedText: "›" }),
      codeFolding(),
      history(),
      drawSelection(),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      placeholder("Paste a candidate here, as JSON"),
      EditorView.contentAttributes.of({ "aria-label": "Candidate, as JSON", tabindex: "0" }),
      json(),
      theme,
      showHidden,
      // A tooltip describes one version of the text and one verdict, so it closes when either changes.
      hoverTooltip((view, offset) => createHover(view, offset, options), {
        hoverTime: 250,
        hideOn: ({ docChanged, effects }) => docChanged || effects.some((effect) => effect.is(setMarks)),
      }),
      keymap.of([...createKeyBindings(options), ...defaultKeymap, ...historyKeymap, ...foldKeymap]),
      EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.onEdit(update.state.doc.toString());
        const { head } = update.state.selection.main;
        const marks = update.state.field(marksField);
        if (update.selectionSet || marks !== update.startState.field(marksField))
          options.onCursor(marks.find(({ from, to }) => from <= head && head <= to)?.diagnostic);
      }),
      addedExtensions.of([]),
    ],
  });
  const view = new EditorView({ state, root, parent: root });
  const extensions: Extension[] = [];
  return {
    get text() {
      return view.state.doc.toString();
    },
    replace(text, isChosen) {
      const { doc } = view.state;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: text },
        selection: { anchor: 0 },
        scrollIntoView: true,
        annotations: Transaction.addToHistory.of(isChosen || doc.length > 0 || undoDepth(view.state) > 0),
      });
    },
    change(changes) {
      view.dispatch({ changes: [...changes], userEvent: "input.fix" });
    },
    undo: () => void undo(view),
    showMarks(text, marks) {
      if (view.state.doc.toString() !== text) return;
      // CodeMirror throws at the next change if a mark is empty or ends after the text.
      view.dispatch({ effects: setMarks.of(marks.filter(({ from, to }) => from < to && to <= text.length)) });
    },
    select(from, to) {
      const end = Math.min(to, view.state.doc.length);
      goTo(view, Math.min(from, end), end);
      // On a phone, the keyboard would cover the problem.
      if (!matchMedia("(pointer: coarse)").matches) view.focus();
    },
    focus: () => view.focus(),
    extend(extension) {
      extensions.push(extension);
      view.dispatch({ effects: addedExtensions.reconfigure(extensions) });
    },
    destroy: () => view.destroy(),
  };
}

// If the browser replaces a selection, it copies the style into a style attribute, which the page's policy blocks.
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  if (inputType !== "insertText" || data === null || isComposing || view.state.selection.main.empty) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}

function createKeyBindings({ fix, review, confirm, onVisit }: EditorOptions): readonly KeyBinding[] {
  return [
    { key: "Escape", run: closeHover },
    { key: "F8", run: (view: EditorView) => stepToMark(view, 1, onVisit) },
    { key: "Shift-F8", run: (view: EditorView) => stepToMark(view, -1, onVisit) },
    { key: "Mod-.", run: (view: EditorView) => runCommand(() => fix(findMarkNearCursor(view)?.diagnostic)) },
    // On many keyboards, Shift turns the period into another character.
    ...["Mod-Shift-.", "Mod->"].map((key) => ({ key, run: () => runCommand(review) })),
    { key: "Mod-Enter", run: () => runCommand(confirm) },
  ];
}

function closeHover(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: closeHoverTooltips });
  return true;
}

function runCommand(action: () => void): boolean {
  action();
  return true;
}

/** Returns the mark at the cursor, or else the first mark in its line. */
function findMarkNearCursor({ state }: EditorView): Mark | undefined {
  const { head } = state.selection.main;
  const marks = state.field(marksField);
  const line = state.doc.lineAt(head);
  const atCursor = marks.find(({ from, to }) => from <= head && head <= to);
  return atCursor ?? marks.find(({ from }) => line.from <= from && from <= line.to);
}

/** Goes to the next or the previous mark, and wraps around at the ends of the text. */
function stepToMark(view: EditorView, direction: 1 | -1, onVisit: EditorOptions["onVisit"]): boolean {
  const marks = [...view.state.field(marksField)].sort((a, b) => a.from - b.from);
  const { main } = view.state.selection;
  const from = marks.find((mark) => main.empty && mark.to === main.from && isBracket(view, mark))?.from ?? main.from;
  const next = direction === 1 ? marks.find((mark) => mark.from > from) : marks.findLast((mark) => mark.from < from);
  const mark = next ?? (direction === 1 ? marks[0] : marks.at(-1));
  if (mark) goTo(view, mark.from, mark.to);
  if (mark?.diagnostic !== undefined) onVisit(mark.diagnostic);
  return true;
}

/** Selects a range. At a bracket, which marks a missing member, it only places the cursor, ready for typing. */
function goTo(view: EditorView, from: number, to: number): void {
  const effects = EditorView.scrollIntoView(from, { y: "center" });
  view.dispatch({ selection: { anchor: isBracket(view, { from, to }) ? to : from, head: to }, effects });
}

function isBracket({ state }: EditorView, { from, to }: Pick<Mark, "from" | "to">): boolean {
  return ["{", "["].includes(state.sliceDoc(from, to));
}

function createHover(view: EditorView, offset: number, { describe }: EditorOptions) {
  const marks = view.state.field(marksField).filter(({ from, to }) => from <= offset && offset <= to);
  const dom = describe(offset, marks);
  if (!dom) return null;
  const [first] = marks;
  return { pos: first?.from ?? offset, end: first?.to ?? offset, above: true, create: () => ({ dom }) };
}
