/** What a part of a CEL expression is, as far as it has a colour. */
export type CelTokenKind = "string" | "number" | "word" | "function" | "self" | "operator";

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
