/** A sentence of a message, its quoted parts apart: `Rename # to #.` with the two names. */
export interface Sentence {
  readonly text: string;
  /** The sentence with `#` for everything in quotes, so that a value is never read as words of the sentence. */
  readonly words: string;
  readonly quoted: readonly string[];
}

/** The sentences of a message. One ends at a full stop or a question mark outside of quotes. */
export function sentencesOf(message: string): readonly Sentence[] {
  const inQuotes = message.match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
  const masked = message.replace(/"(?:[^"\\]|\\.)*"/gs, "#");
  let used = 0;
  return masked
    .split(/(?<=[.?!])\s+/)
    .filter((words) => words !== "")
    .map((words) => {
      const own = inQuotes.slice(used, used + words.split("#").length - 1);
      used += own.length;
      const texts = [...own];
      return {
        words,
        text: words.replaceAll("#", () => texts.shift() ?? "#"),
        quoted: own.map((text) => text.slice(1, -1).replace(/\\(["\\])/g, "$1")),
      };
    });
}
