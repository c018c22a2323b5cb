/** The words of a name: "sampleRecords" and "sample_records" have two. A name with other characters than these has none. */
export function wordsOf(name: string): readonly string[] {
  if (name.length > maxCharacters || !/^[A-Za-z0-9 ._-]+$/.test(name)) return [];
  return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

const maxCharacters = 64;

/** Whether two names have the same words in the same order; singular and plural are one word. */
export function haveSameWords(words: readonly string[], others: readonly string[]): boolean {
  return (
    words.length > 0 && words.length === others.length && words.every((word, i) => isSameWord(word, others[i] ?? ""))
  );
}

/**
 * Whether a name says a part of a longer one, and nothing else: its beginning with at least four letters ("desc" of
 * "description"), or some of its words ("fields" of "outputFields").
 */
export function isPartOfName(words: readonly string[], longer: readonly string[]): boolean {
  if (words.length === 0) return false;
  const [text, whole] = [words.join(""), longer.join("")];
  const isBeginning = text.length >= minBeginning && text.length < whole.length && whole.startsWith(text);
  return (
    isBeginning ||
    (words.length < longer.length && words.every((word) => longer.some((other) => isSameWord(word, other))))
  );
}

/** The last word of a longer name, if a name that says a part of it does not reach that word: `ms` for "duration" of "durationMs". */
export function lastWordBeyond(words: readonly string[], longer: readonly string[]): string | undefined {
  const last = longer.at(-1) ?? "";
  const [text, whole] = [words.join(""), longer.join("")];
  const reaches =
    words.some((word) => isSameWord(word, last)) ||
    // A short word that is cut off is another one: "MmS" is no beginning of "MmS2".
    (whole.startsWith(text) && text.length > whole.length - last.length && last.length > 3);
  return reaches ? undefined : last;
}

/**
 * Whether a longer name says what something is by a word of a shorter one in another number, or by its opposite: the
 * counsel of "plaintiffs-counsel" is no plaintiff, and "offPeakTariff" is not "peakTariff".
 */
export function turnsIntoAnother(words: readonly string[], longer: readonly string[]): boolean {
  const [first = ""] = longer;
  if (opposing.has(first) && !words.includes(first)) return true;
  const [word = "", ...others] = words;
  return others.length === 0 && word !== first && isSameWord(word, first) && longer.length > 1;
}

const opposing = new Set("non not no off anti un without excluded excluding except".split(" "));

const minBeginning = 4;

/** Whether two words are equal, or one is the plural of the other. */
export function isSameWord(a: string, b: string): boolean {
  return a === b || isPluralOf(a, b) || isPluralOf(b, a);
}

function isPluralOf(plural: string, word: string): boolean {
  if (word.length < 2) return false;
  return (
    plural === `${word}s` || plural === `${word}es` || (word.endsWith("y") && plural === `${word.slice(0, -1)}ies`)
  );
}
