import type { RE2JS } from "re2js";

/** Tests whether a pattern matches a text, with one look-up for each character. */
export type Automaton = (text: string) => boolean;

/** The characters that a pattern tells apart. Those of one class lead to the same states. */
interface Alphabet {
  /** The first characters of ranges in which all characters are of one class, in order. */
  readonly ranges: Int32Array;
  /** The class of each range. */
  readonly classes: Uint16Array;
  /** The class of each character of Latin-1. */
  readonly latin: Uint16Array;
  /** A character of each class. */
  readonly samples: readonly number[];
}

type Re2 = RE2JS["re2Input"];
type State = ReturnType<Re2["dfa"]["step"]>;

interface Instruction {
  readonly runes: Int32Array;
  matchRune(character: number): boolean;
}

// RE2JS counts the bytes of the states that it finds. A table takes less than a quarter of them.
const maxSearchBytes = 131_072;
// One for each instruction that a character is compared with, and for each that a transition follows.
const maxSearchSteps = 65_536;

// The values that RE2JS uses: EMPTY_BEGIN_LINE and EMPTY_BEGIN_TEXT, UNANCHORED, and the end instead of a character.
const beginning = 1 | 4;
const unanchored = 0;
const endOfText = -1;

// Where no further character can change the result, a table has one of these instead of the next row.
const matched = -1;
const failed = -2;

/** Finds every state that a pattern can be in, as RE2JS would one by one; undefined if there are too many. */
export function createAutomaton(re2: Re2): Automaton | undefined {
  const alphabet = createAlphabet(re2);
  const table = alphabet && createTable(re2, alphabet.samples);
  return table && ((text) => run(table, alphabet, text));
}

function run(table: Int32Array, alphabet: Alphabet, text: string): boolean {
  const { latin, samples } = alphabet;
  let row = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.codePointAt(index) as number;
    if (character > 0xffff) index += 1;
    row = table[row + ((character < 256 ? latin[character] : findClass(character, alphabet)) as number)] as number;
    if (row < 0) return row === matched;
  }
  return table[row + samples.length] === matched;
}

function findClass(character: number, { ranges, classes }: Pick<Alphabet, "ranges" | "classes">): number {
  let first = 0;
  let last = ranges.length - 1;
  while (first < last) {
    const middle = (first + last + 1) >> 1;
    if ((ranges[middle] as number) <= character) first = middle;
    else last = middle - 1;
  }
  return classes[first] as number;
}

// RE2JS tells the ranges of characters apart that the instructions name. Most of these ranges lead to the same states.
function createAlphabet({ dfa, prog }: Re2): Alphabet | undefined {
  const ranges = Int32Array.from([0, ...dfa.classBounds].filter((first) => first <= 0x10ffff));
  const all: readonly Instruction[] = prog.inst;
  const instructions = [...new Map(all.map((instruction) => [instruction.runes, instruction])).values()];
  if (ranges.length * instructions.length > maxSearchSteps) return undefined;
  const samples: number[] = [];
  const numbers = new Map<string, number>();
  const classes = Uint16Array.from(ranges, (character) => {
    const matching = instructions.map((instruction) => instruction.matchRune(character));
    // `\b` and `\B` test for characters of words, `$` for line feeds.
    const key = [...matching, /\w/.test(String.fromCodePoint(character)), character === 10].join();
    if (!numbers.has(key)) numbers.set(key, samples.push(character) - 1);
    return numbers.get(key) as number;
  });
  const latin = Uint16Array.from({ length: 256 }, (_, character) => findClass(character, { ranges, classes }));
  return { ranges, classes, latin, samples };
}

// Each state has a row: where a character of each class leads, and whether a text that ends here matches.
function createTable({ dfa, prog }: Re2, samples: readonly number[]): Int32Array | undefined {
  Object.assign(dfa, { numClasses: samples.length, stateBudget: maxSearchBytes, memBudget: maxSearchBytes });
  const symbols = [...samples, endOfText];
  const width = symbols.length;
  const states: State[] = [dfa.makeState([prog.start], beginning, [])];
  const rows = new Map<State, number>([[states[0], 0]]);
  const table: number[] = [];
  let stepsLeft = maxSearchSteps;
  for (const state of states) {
    stepsLeft -= width * (1 + state.nfaStates.length);
    if (stepsLeft < 0) return undefined;
    for (const [index, symbol] of symbols.entries()) {
      const next = dfa.step(state, index, symbol, unanchored);
      if (next === null) return undefined;
      if (next.isMatch) table.push(matched);
      else if (symbol === endOfText) table.push(failed);
      else {
        if (!rows.has(next)) rows.set(next, (states.push(next) - 1) * width);
        table.push(rows.get(next) as number);
      }
    }
  }
  // Nothing leads out of the state of a text that does not match.
  const isFinal = (row: number) => table.slice(row, row + width).every((next) => next === row || next === failed);
  const finalRows = new Set([...rows.values()].filter(isFinal));
  return Int32Array.from(table, (next) => (finalRows.has(next) ? failed : next));
}
