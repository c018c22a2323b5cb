// Letters of other scripts, and signs, each after the ones of ASCII that they look like.
const alike: readonly string[] = (
  "aаα cсϲ eе iіι jј oоο pрρ sѕ xх yу vν hһ dԁ qԛ wԝ nո AАΑ BВΒ CСϹ EЕΕ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YҮΥ ZΖ " +
  "-‐‑‒–—−﹣"
).split(" ");

const plain: ReadonlyMap<string, string> = new Map(
  alike.flatMap(([letter = "", ...others]) => others.map((other): [string, string] => [other, letter])),
);

/** A text with ASCII letters where it has others that look the same. */
export function withoutLookalikes(text: string): string {
  if (isAscii(text)) return text;
  return [...text].map((letter) => plain.get(letter) ?? letter).join("");
}

/** The letters of a text that only look like ASCII ones, each with its code point: `"і" (U+0456)`. */
export function lookalikesIn(text: string): readonly string[] {
  const found = new Set([...text].filter((letter) => plain.has(letter)));
  return [...found].map((letter) => {
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `${plain.get(letter)} (U+${code})`;
  });
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
