import type { Diagnostic } from "@assay/contract";
import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";

/** How a mark looks. The kinds differ in shape, not only in color. */
export type MarkKind = "error" | "owner" | "warning" | "info";

/** Returns the kind of mark for a diagnostic. Decisions for the owner look different from errors to correct. */
export function toMarkKind({ needs, severity }: Pick<Diagnostic, "needs" | "severity">): MarkKind {
  return needs === "owner-decision" && severity === "error" ? "owner" : severity;
}

/** A place in the text that a diagnostic is about. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly kind: MarkKind;
  /** The index of the diagnostic in the verdict; absent if the text is not JSON. */
  readonly diagnostic?: number;
  /** The syntax error, if the text is not JSON. */
  readonly message?: string;
}

/** Replaces all marks. */
export const setMarks = StateEffect.define<readonly Mark[]>();

/** The marks of the last verdict. They move with edits, and disappear with the text that they mark. */
export const marksField: StateField<readonly Mark[]> = StateField.define<readonly Mark[]>({
  create: () => [],
  update(marks, transaction) {
    const replacement = transaction.effects.find((effect) => effect.is(setMarks));
    if (replacement) return replacement.value;
    if (!transaction.docChanged) return marks;
    return marks
      .map((mark) => ({
        ...mark,
        from: transaction.changes.mapPos(mark.from, 1),
        to: transaction.changes.mapPos(mark.to, -1),
      }))
      .filter(({ from, to }) => from < to);
  },
});

/** Draws marks under the text and beside its lines. */
export function drawMarks(): Extension {
  return [
    marksField,
    EditorView.decorations.compute([marksField], (state) => decorate(state.field(marksField))),
    gutter({ class: "cm-marks", markers: createGutterMarkers, initialSpacer: () => spacer }),
  ];
}

const rank: { readonly [kind in MarkKind]: number } = { owner: 0, error: 1, warning: 2, info: 3 };

function decorate(marks: readonly Mark[]): DecorationSet {
  // Draws each place once, because the tints of overlapping marks would add up.
  const places = new Map(marks.map((mark) => [`${mark.from}-${mark.to}-${mark.kind}`, mark]));
  const ranges = [...places.values()].map(({ from, to, kind }) =>
    Decoration.mark({ class: `cm-mark cm-mark-${kind}` }).range(from, to),
  );
  return Decoration.set(ranges, true);
}

class LineMarker extends GutterMarker {
  readonly kind: MarkKind;

  constructor(kind: MarkKind) {
    super();
    this.kind = kind;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof LineMarker && other.kind === this.kind;
  }

  override toDOM(): Node {
    const shape = document.createElement("span");
    shape.className = `cm-shape cm-shape-${this.kind}`;
    return shape;
  }
}

const spacer = new LineMarker("error");

function createGutterMarkers({ state }: EditorView): RangeSet<GutterMarker> {
  const byLine = new Map<number, MarkKind>();
  for (const { from, kind } of state.field(marksField)) {
    const { from: line } = state.doc.lineAt(from);
    const highest = byLine.get(line);
    if (highest === undefined || rank[kind] < rank[highest]) byLine.set(line, kind);
  }
  const markers = [...byLine].map(([line, kind]) => new LineMarker(kind).range(line));
  return RangeSet.of(markers, true);
}
