/** How many bytes a text takes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
