import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Transparent, because the selection is drawn below the tint and must stay visible.
const tint = (color: string) => `color-mix(in srgb, var(--${color}) 9%, transparent)`;

/** The editor's theme. Its colors are design tokens, whose custom properties also apply inside the shadow root. */
export const theme: Extension = [
  EditorView.theme({
    "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "0.875rem" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5rem", overflow: "auto" },
    ".cm-content": { padding: "0.75rem 0", caretColor: "var(--text)" },
    ".cm-cursor": { borderLeftColor: "var(--text)" },
    ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none" },
    ".cm-lineNumbers .cm-gutterElement": { minWidth: "1.75rem", padding: "0 0.25rem 0 0.5rem" },
    ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--shade) 35%, transparent)" },
    ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)", fontWeight: "600" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
      backgroundColor: "color-mix(in srgb, var(--accent) 40%, transparent)",
    },
    "&.cm-focused .cm-matchingBracket": {
      backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)",
    },
    ".cm-mark": { textDecorationSkipInk: "none", textUnderlineOffset: "0.25em" },
    ".cm-mark-error": { textDecoration: "underline wavy var(--error) 1.5px", backgroundColor: tint("error") },
    ".cm-mark-owner": { textDecoration: "underline dashed var(--owner) 2px", backgroundColor: tint("owner") },
    ".cm-mark-warning": {
      textDecoration: "underline wavy var(--warning) 1.5px",
      backgroundColor: tint("warning"),
    },
    ".cm-mark-info": { textDecoration: "underline dotted var(--muted) 2px" },
    // Isolated, so that a character that changes the text direction does not affect its surroundings.
    ".cm-hidden": { unicodeBidi: "isolate" },
    ".cm-hidden::before": { content: "attr(data-code)", color: "var(--error)", backgroundColor: tint("error") },
    ".cm-foldGutter span": { display: "block", width: "1.5rem", lineHeight: "1.5rem", textAlign: "center" },
    ".cm-marks": { width: "1.1rem" },
    ".cm-marks .cm-gutterElement": { display: "flex", alignItems: "flex-start", justifyContent: "center" },
    // Shapes differ, so that color is never the only sign: circle, diamond, triangle, square.
    ".cm-shape": { width: "0.55rem", height: "0.55rem", marginTop: "0.45rem", forcedColorAdjust: "none" },
    ".cm-shape-error": { backgroundColor: "var(--error)", borderRadius: "50%" },
    ".cm-shape-owner": { backgroundColor: "var(--owner)", transform: "rotate(45deg)" },
    ".cm-shape-warning": { backgroundColor: "var(--warning)", clipPath: "polygon(50% 0, 100% 100%, 0 100%)" },
    ".cm-shape-info": { backgroundColor: "var(--muted)" },
    ".cm-tooltip": {
      maxWidth: "32rem",
      color: "var(--text)",
      backgroundColor: "var(--surface)",
      border: "1px solid var(--strong-line)",
      borderRadius: "0.5rem",
      boxShadow: "0 0.4rem 1.2rem rgb(0 0 0 / 0.18)",
      fontFamily: "var(--sans)",
    },
    ".cm-hover": { padding: "0.6rem 0.8rem", lineHeight: "1.45", overflowWrap: "anywhere" },
    ".cm-hover p": { margin: "0" },
    ".cm-hover p + p": { marginTop: "0.35rem" },
    ".cm-hover .why": { color: "var(--muted)" },
    ".cm-hover button": {
      marginTop: "0.5rem",
      padding: "0.3rem 0.7rem",
      font: "inherit",
      color: "var(--text)",
      backgroundColor: "var(--surface)",
      border: "1px solid var(--accent)",
      borderRadius: "0.4rem",
      cursor: "pointer",
    },
    ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16rem" },
    ".cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.6rem" },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
      color: "var(--on-accent)",
      backgroundColor: "var(--accent)",
    },
    ".cm-completionDetail": { fontStyle: "normal", fontFamily: "var(--sans)" },
    ".cm-completionInfo": { padding: "0.5rem 0.7rem", maxWidth: "20rem", fontFamily: "var(--sans)" },
    ".cm-placeholder": { color: "var(--muted)" },
    ".cm-foldPlaceholder": {
      color: "var(--muted)",
      backgroundColor: "var(--shade)",
      border: "none",
      padding: "0 0.4em",
    },
    "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: "var(--valid-back)" },
    "&.cm-merge-b .cm-changedText": { background: "color-mix(in srgb, var(--valid) 16%, transparent)" },
    ".cm-deletedChunk": { backgroundColor: "var(--error-back)", paddingLeft: "6px" },
    "&.cm-merge-b .cm-deletedText, .cm-deletedChunk .cm-deletedText": {
      background: "color-mix(in srgb, var(--error) 14%, transparent)",
    },
    ".cm-deletedLine, .cm-deletedLine del": { textDecoration: "none" },
    "&.cm-merge-b .cm-changedLineGutter": { background: "var(--valid)" },
    ".cm-deletedLineGutter": { background: "var(--error)" },
    ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: "none" },
    ".cm-collapsedLines": {
      color: "var(--muted)",
      background: "var(--shade)",
      padding: "0.2rem 0.8rem",
      fontFamily: "var(--sans)",
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: "var(--json-name)" },
      { tag: tags.string, color: "var(--json-string)" },
      { tag: [tags.number, tags.bool, tags.null], color: "var(--json-scalar)" },
      { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--muted)" },
    ]),
  ),
];
