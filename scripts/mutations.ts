import { stripTypeScriptTypes } from "node:module";

/** A small change to a source text that its tests should notice. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every small change that we know how to make to the code of a source text: never to comments, texts, imports or types. */
export function mutationsOf(source: string): readonly Mutation[] {
  // Types become blanks, so places stay what they are.
  const { code, patterns } = onlyCode(stripTypeScriptTypes(source, { mode: "strip" }));
  const found = [
    ...swaps.flatMap(([find, ...texts]) =>
      [...code.matchAll(find)].flatMap(({ index, 0: whole }) =>
        texts.map((text) => ({ start: index, end: index + whole.length, text: text.replace("$", whole.trim()) })),
      ),
    ),
    ...numbers(code),
    ...conditions(code),
    ...chained(code),
    ...patterns.flatMap((pattern) => inPattern(source, pattern)),
  ];
  const seen = new Set<string>();
  return found
    .filter(({ start }) => !code.startsWith("import ", code.lastIndexOf("\n", start) + 1))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((mutation) => {
      const mutated = applyMutation(source, mutation);
      const isNew = mutated !== source && !seen.has(mutated);
      seen.add(mutated);
      return isNew;
    });
}

/** The source with one mutation in it. */
export function applyMutation(source: string, { start, end, text }: Mutation): string {
  return source.slice(0, start) + text + source.slice(end);
}

// `$` is what was found. The formatter puts blanks around every operator between two values.
const swaps: readonly (readonly [RegExp, ...string[]])[] = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ < /g, " <= ", " >= "],
  [/ <= /g, " < ", " > "],
  [/ > /g, " >= ", " <= "],
  [/ >= /g, " > ", " < "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \?\? /g, " && "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/ \| /g, " & "],
  [/\+\+/g, "--"],
  [/--/g, "++"],
  [/ \+= /g, " -= "],
  [/ -= /g, " += "],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/!(?==?[^=]|[\w(])/g, ""],
  [/\breturn (?!undefined)[^;]+;/g, "return undefined;"],
  // Statements: on a line of their own, and after a condition.
  [/(?<=\n *)(?:continue|break|\w[\w.]*(?:\+\+|--|(?:\[[^\]]+\])? (?:[-+]|\?\?)?= [^;]+|\([^;]*\)));/g, ";"],
  [/(?<=(?:\)|else) )(?:continue|break|\w[\w.]*(?:\+\+|--| [-+]?= [^;]+|\([^;]*\)));/g, ";"],
];

function numbers(code: string): readonly Mutation[] {
  return [...code.matchAll(/(?<![\w.$])(?:0x[0-9a-f]+|\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?)(?![\w.])/gi)].map(
    ({ index, 0: literal }) => {
      const value = Number(literal.replaceAll("_", "")) + 1;
      const text = literal.startsWith("0x") ? `0x${value.toString(16)}` : String(value);
      return { start: index, end: index + literal.length, text };
    },
  );
}

function conditions(code: string): readonly Mutation[] {
  return [...code.matchAll(/\b(if|while) \(/g)].flatMap(({ index, 0: opening, 1: keyword }) => {
    const start = index + opening.length;
    const end = closing(code, start - 1);
    return (keyword === "if" ? ["true", "false"] : ["false"]).map((text) => ({ start, end, text }));
  });
}

// Calls in a chain that could be left out, and the second bound of a slice.
function chained(code: string): readonly Mutation[] {
  return [...code.matchAll(/\s*\.(trim|toLowerCase|normalize|reverse|sort|toSorted|slice|filter|replace)\(/g)].flatMap(
    ({ index, 0: call, 1: name }) => {
      const open = index + call.length - 1;
      const end = closing(code, open);
      const comma = name === "slice" ? code.indexOf(", ", open) : -1;
      const bounds = comma >= 0 && comma < end ? [{ start: comma, end, text: "" }] : [];
      return [{ start: index, end: end + 1, text: "" }, ...bounds];
    },
  );
}

function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === "(") depth += 1;
    if (code[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const inPatterns: readonly (readonly [RegExp, string])[] = [
  [/(?<=^\/|[|(])\^/g, ""],
  [/\$(?=\/\w*$|[|)])/g, ""],
  [/\[\^/g, "["],
  [/\[(?!\^)/g, "[^"],
  [/(?<=[\])}\w])\+/g, ""],
  [/(?<=[\])}\w])\*/g, "+"],
  [/(?<=[\])}\w])\?/g, ""],
  [/(?<=\/[a-z]*)g(?=[a-z]*$)/g, ""],
];

function inPattern(source: string, { start, end }: Span): readonly Mutation[] {
  const pattern = source.slice(start, end);
  return inPatterns.flatMap(([find, text]) =>
    [...pattern.matchAll(find)].map(({ index, 0: whole }) => ({
      start: start + index,
      end: start + index + whole.length,
      text,
    })),
  );
}

// Comments, texts, and patterns, which begin where a value does.
const hidden = new RegExp(
  [
    /\/\/.*|\/\*[\s\S]*?\*\//,
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/,
    /(?<=[(,=:[!&|?{};]\s*|return )\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

// The code with its comments and texts hidden behind a character that no mutation looks for, and where its patterns are.
function onlyCode(source: string): { readonly code: string; readonly patterns: readonly Span[] } {
  const patterns: Span[] = [];
  const code = source.replace(hidden, (whole, start: number) => {
    if (whole.startsWith("/") && !/^\/[/*]/.test(whole)) patterns.push({ start, end: start + whole.length });
    return whole.replace(/[^\n]/g, "\u0001");
  });
  return { code, patterns };
}
