/**
 * Where each UTF-16 code unit of a string begins in its JSON literal, and where the last one ends: an escape takes two or six
 * characters there.
 *
 * @example
 * offsetsInLiteral('"a\\nb"'); // [1, 2, 4, 5]
 */
export function offsetsInLiteral(literal: string): readonly number[] {
  const offsets: number[] = [];
  const end = literal.length - 1;
  let at = 1;
  while (at < end) {
    offsets.push(at);
    at += literal[at] !== "\\" ? 1 : literal[at + 1] === "u" ? 6 : 2;
  }
  return [...offsets, end];
}
