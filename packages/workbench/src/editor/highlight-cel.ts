import { offsetsInLiteral } from "@assay/json-text";
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Prec, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Colours the CEL expressions in the strings of `assert`, in the part of the text that is in sight. */
export const highlightCel: Extension = [
  EditorView.theme({
    ".cm-cel-string": { color: "var(--json-string)" },
    ".cm-cel-number, .cm-cel-word": { color: "var(--json-scalar)" },
    ".cm-cel-function": { color: "var(--json-name)" },
    ".cm-cel-self": { color: "var(--owner)" },
    ".cm-cel-operator": { color: "var(--error)" },
    ".cm-cel": { color: "var(--text)" },
  }),
  // Inside of the colour of a JSON string, which the rest of the text has.
  Prec.highest(
    ViewPlugin.define(
      (view) => {
        const plugin = {
          decorations: decorate(view),
          update({ view: updated, docChanged, viewportChanged, state, startState }: ViewUpdate) {
            if (docChanged || viewportChanged || syntaxTree(state) !== syntaxTree(startState))
              plugin.decorations = decorate(updated);
          },
        };
        return plugin;
      },
      { decorations: (plugin) => plugin.decorations },
    ),
  ),
];

const marks: { readonly [kind in CelTokenKind | "whole"]: Decoration } = {
  whole: Decoration.mark({ class: "cm-cel" }),
  string: Decoration.mark({ class: "cm-cel-string" }),
  number: Decoration.mark({ class: "cm-cel-number" }),
  word: Decoration.mark({ class: "cm-cel-word" }),
  function: Decoration.mark({ class: "cm-cel-function" }),
  self: Decoration.mark({ class: "cm-cel-self" }),
  operator: Decoration.mark({ class: "cm-cel-operator" }),
};

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const visible of visibleRanges) {
    for (const { from, to } of expressionsIn(state, visible)) {
      const literal = state.sliceDoc(from, to);
      const source = parsed(literal);
      if (source === undefined || source === "") continue;
      const offsets = offsetsInLiteral(literal);
      builder.add(from + 1, to - 1, marks.whole);
      for (const token of celTokens(source)) {
        const [begin, end] = [offsets[token.from], offsets[token.to]];
        if (begin !== undefined && end !== undefined) builder.add(from + begin, from + end, marks[token.kind]);
      }
    }
  }
  return builder.finish();
}

/** Where the strings of properties called `assert` are, with their quotes. */
function expressionsIn(state: EditorState, { from, to }: { readonly from: number; readonly to: number }) {
  const found: { readonly from: number; readonly to: number }[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter({ node }) {
      if (node.name !== "Property") return;
      const name = node.getChild("PropertyName");
      const value = node.getChild("String");
      if (name && value && state.sliceDoc(name.from, name.to) === '"assert"')
        found.push({ from: value.from, to: value.to });
    },
  });
  return found;
}

function parsed(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

/** What a part of a CEL expression is, as far as it has a colour. */
type CelTokenKind = "string" | "number" | "word" | "function" | "self" | "operator";

/** A part of an expression. */
interface CelToken {
  readonly kind: CelTokenKind;
  readonly from: number;
  readonly to: number;
}

// One alternative for each kind; what is none of them, such as a space or a bracket, has no colour.
const token = new RegExp(
  [
    /(?<string>[rRbB]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'))/,
    /(?<number>\b\d[\w.]*)/,
    /(?<word>\b(?:true|false|null|in)\b)/,
    /(?<self>\bself\b)/,
    /(?<function>\b[A-Za-z_]\w*(?=\s*\())/,
    /(?:\b[A-Za-z_]\w*)/,
    /(?<operator>[=!<>]=?|&&|\|\||[-+*/%?:])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Finds the parts of a CEL expression that have a colour. It may be unfinished: the engine says what is wrong with it. */
export function celTokens(source: string): readonly CelToken[] {
  return [...source.matchAll(token)].flatMap(({ index, 0: text, groups = {} }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as CelTokenKind | undefined;
    return kind ? [{ kind, from: index, to: index + text.length }] : [];
  });
}
