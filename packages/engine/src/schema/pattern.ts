import { limits } from "@assay/contract";
import { addShare, type Meter, type Payer, spend } from "../meter.ts";
import { isLongerThan } from "../text/characters.ts";
import { getRe2Program, type Re2Program } from "./re2-program.ts";

/** Why a pattern cannot be used: it is invalid in ECMA-262 (with the `u` flag) or RE2, or its program is too large. */
export type PatternProblem =
  | { readonly kind: "ecma" }
  | { readonly kind: "re2"; readonly reason: string }
  | { readonly kind: "size"; readonly size: number };

/** A compiled pattern. Matching takes time linear in the length of the string, whatever the pattern. */
export interface Pattern {
  test(text: string, meter: Meter): boolean;
}

/** Returns why a pattern cannot be used, or undefined if it can. */
export function findPatternProblem(source: string): PatternProblem | undefined {
  try {
    new RegExp(source, "u");
  } catch {
    return { kind: "ecma" };
  }
  return findRe2Problem(source, translateToRe2);
}

/** Returns why RE2 cannot use a pattern, or undefined if it can. `translate` converts it to RE2's own syntax. */
export function findRe2Problem(
  source: string,
  translate = (text: string) => text,
): Exclude<PatternProblem, { readonly kind: "ecma" }> | undefined {
  try {
    const { size } = getRe2Program(translate(source));
    return size > limits.schema.patternProgram ? { kind: "size", size } : undefined;
  } catch (error) {
    return { kind: "re2", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Translates a pattern to RE2's own syntax; undefined if RE2 cannot express it. */
export function tryTranslateToRe2(source: string): string | undefined {
  try {
    return translateToRe2(source);
  } catch {
    return undefined;
  }
}

/**
 * Prepares a valid pattern, which is compiled when it is first used. Each match costs steps, in the name of `at`, and a
 * string of more than `maxInput` characters never matches.
 */
export function compilePattern(source: string, at = "", maxInput?: number): Pattern {
  let program: Re2Program | undefined;
  let payer: Payer;
  return {
    test(text, meter) {
      if (isTooLong(text, maxInput)) return false;
      if (!program) {
        program = getRe2Program(translateToRe2(source));
        payer = { at, isSlow: program.stepsPerCharacter > 1 };
      }
      const steps = countMatchSteps(program, text);
      addShare(meter, payer, steps);
      spend(meter, steps);
      return program.test(text);
    },
  };
}

const stepsPerMatch = 4;

/** The cost of testing a string. */
export function countMatchSteps({ stepsPerCharacter }: Re2Program, text: string): number {
  return stepsPerMatch + Math.ceil(text.length * stepsPerCharacter);
}

/** Whether a string exceeds the limit for patterns and formats. It counts characters as `maxLength` does. */
export function isTooLong(text: string, maxInput: number = limits.schema.patternInput): boolean {
  return isLongerThan(text, maxInput);
}

/** Translates an ECMA-262 pattern so that RE2 reads it the same way: `.`, `\s`, `\u`, `[]` and others differ. */
function translateToRe2(source: string): string {
  let out = "";
  let inClass = false;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] as string;
    if (character === "\\") {
      const sequence = readEscape(source, index);
      out += translateEscape(sequence, inClass);
      index += sequence.length - 1;
    } else if (character === "." && !inClass) {
      out += "[^\\n\\r\\x{2028}\\x{2029}]";
    } else if (character === "[" && inClass) {
      out += "\\[";
    } else if (source.startsWith("[]", index)) {
      out += "[^\\x{0}-\\x{10ffff}]";
      index += 1;
    } else if (source.startsWith("[^]", index)) {
      out += "[\\x{0}-\\x{10ffff}]";
      index += 2;
    } else {
      if (!inClass && /^\(\?[ims-]/.test(source.slice(index, index + 3)))
        throw new Error("flags inside the pattern are not supported");
      if (character === "[") inClass = true;
      if (character === "]") inClass = false;
      out += character;
    }
  }
  return out;
}

const whitespace =
  "\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

function readEscape(source: string, index: number): string {
  const rest = source.slice(index);
  return (
    /^\\(?:u\{[0-9A-Fa-f]+\}|u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>)/.exec(
      rest,
    )?.[0] ?? rest.slice(0, 2)
  );
}

function translateEscape(sequence: string, inClass: boolean): string {
  const kind = sequence[1];
  if (kind === "s") return inClass ? whitespace : `[${whitespace}]`;
  if (kind === "S" && !inClass) return `[^${whitespace}]`;
  if (kind === "S") throw new Error("\\S inside a character class is not supported; list the characters");
  if (kind === "u" && sequence.length > 2) return translateUnicode(sequence);
  if (kind === "c" && sequence.length > 2) return `\\x{${(sequence.charCodeAt(2) % 32).toString(16)}}`;
  if (kind === "p" || kind === "P") return `\\${kind}{${toRe2Property(sequence.slice(3, -1))}}`;
  if (kind === "/" || kind === "-") return inClass || kind === "/" ? sequence.replace("\\/", "/") : "-";
  if (kind === "0") return "\\x{0}";
  return sequence;
}

// RE2 knows general categories only by their short names, and scripts only without `Script=`.
function toRe2Property(property: string): string {
  const name = property.replace(/^(?:General_Category|gc|Script|sc)=/, "");
  return categories.get(name) ?? name;
}

const categories: ReadonlyMap<string, string> = new Map(
  [
    "L Letter, LC Cased_Letter, Lu Uppercase_Letter, Ll Lowercase_Letter, Lt Titlecase_Letter, Lm Modifier_Letter",
    "Lo Other_Letter, M Mark, M Combining_Mark, Mn Nonspacing_Mark, Mc Spacing_Mark, Me Enclosing_Mark, N Number",
    "Nd Decimal_Number, Nd digit, Nl Letter_Number, No Other_Number, P Punctuation, P punct, Pc Connector_Punctuation, Pd Dash_Punctuation",
    "Ps Open_Punctuation, Pe Close_Punctuation, Pi Initial_Punctuation, Pf Final_Punctuation, Po Other_Punctuation",
    "S Symbol, Sm Math_Symbol, Sc Currency_Symbol, Sk Modifier_Symbol, So Other_Symbol, Z Separator",
    "Zs Space_Separator, Zl Line_Separator, Zp Paragraph_Separator, C Other, Cc Control, Cc cntrl, Cf Format",
    "Cs Surrogate, Co Private_Use, Cn Unassigned",
  ]
    .join(", ")
    .split(", ")
    .map((pair) => pair.split(" ").reverse() as [string, string]),
);

function translateUnicode(sequence: string): string {
  if (sequence[2] === "{") return `\\x{${sequence.slice(3, -1)}}`;
  const units = sequence
    .split("\\u")
    .slice(1)
    .map((digits) => Number.parseInt(digits, 16));
  const text = String.fromCharCode(...units);
  return [...text].map((character) => `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`).join("");
}
