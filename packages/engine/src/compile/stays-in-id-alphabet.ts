const part = /\\[dw.-]|\[((?:\\[dw.-]|[A-Za-z0-9._-])+)\]|\(\?:|[()|]|\{[0-9]+(?:,[0-9]*)?\}|[*+?]|[A-Za-z0-9_-]/y;

/**
 * Whether everything that a pattern can match is made of ASCII letters, digits and `- _ .`, from the first character to
 * the last. Decided by how it is written, not by trying it out: what it cannot follow, it does not accept.
 */
export function staysInIdAlphabet(source: string): boolean {
  if (!source.startsWith("^") || !source.endsWith("$")) return false;
  const body = source.slice(1, -1);
  let depth = 0;
  for (part.lastIndex = 0; part.lastIndex < body.length; ) {
    const [token, characterClass] = part.exec(body) ?? [];
    if (token === undefined) return false;
    if (token.startsWith("(")) depth += 1;
    if (token === ")") depth -= 1;
    // An alternative outside every group is anchored at one end only.
    if (token === "|" && depth === 0) return false;
    if (characterClass !== undefined && !hasPlainRanges(characterClass)) return false;
  }
  return true;
}

// `A-z` spans signs between the capitals and the small letters; `a-z` does not.
function hasPlainRanges(characterClass: string): boolean {
  const ranges = characterClass.replace(/\\./g, "").matchAll(/([A-Za-z0-9._])-([A-Za-z0-9._])/g);
  return [...ranges].every(([range]) => /^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])$/.test(range));
}
