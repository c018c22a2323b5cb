// Letters of other scripts, and signs, each after the ones of ASCII that they look like.
const alike: readonly string[] = (
  "aаα cсϲ eе iіι jј oоο pрρ sѕ xх yу vν hһ dԁ qԛ wԝ nո AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YҮΥ ZΖ " +
  "-‐‑‒–—−﹣"
).split(" ");

const plain: ReadonlyMap<string, string> = new Map(
  alike.flatMap(([letter = "", ...others]) => others.map((other): [string, string] => [other, letter])),
);

/** A text with ASCII letters where it has others that look the same, and composed where it has combining characters. */
export function withoutLookalikes(text: string): string {
  if (isAscii(text)) return text;
  return [...text.normalize()].map((letter) => plain.get(letter) ?? letter).join("");
}

/** The letters of a text that only look like ASCII ones and are not in the known text, each with its code point: `i (U+0456)`. */
export function lookalikesIn(text: string, known = ""): readonly string[] {
  const found = new Set([...text.normalize()].filter((letter) => plain.has(letter) && !known.includes(letter)));
  return [...found].map((letter) => `${plain.get(letter)} (${codePoints(letter)})`);
}

/** The first difference of two texts that Unicode calls the same: `U+0075 U+0308 instead of U+00FC`. */
export function otherCodePoints(text: string, known: string): string | undefined {
  if (text.length > maxCharacters || known.length > maxCharacters || isAscii(text) || text === known) return undefined;
  if (text.normalize() !== known.normalize()) return undefined;
  const [letters, others] = [lettersOf(text), lettersOf(known)];
  const index = letters.findIndex((letter, at) => letter !== others[at]);
  return `${codePoints(letters[index])} instead of ${codePoints(others[index])}`;
}

// This is not metered, and normalizing takes time that grows with the square of the marks on one letter.
const maxCharacters = 256;

function lettersOf(text: string): readonly string[] {
  return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
}

function codePoints(text = ""): string {
  const codes = [...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0"));
  return codes.map((code) => `U+${code}`).join(" ");
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
