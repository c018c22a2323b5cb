/** Alternating header names and values, as they arrived. A header that was sent twice appears twice. */
export type RawHeaders = readonly string[];

/** A header, with its name in lower case and its value without surrounding whitespace. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** Lists every header, in the order of arrival. */
export function listHeaders(rawHeaders: RawHeaders): readonly HeaderField[] {
  return Array.from({ length: countHeaders(rawHeaders) }, (_, index) => ({
    name: (rawHeaders[2 * index] ?? "").toLowerCase(),
    value: (rawHeaders[2 * index + 1] ?? "").trim(),
  }));
}

/** Returns the value of the first header with this name (in lower case), unchanged. */
export function findHeader(rawHeaders: RawHeaders, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isNamed(rawHeaders[index], name)) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Counts the headers with this name (in lower case), or all of them. */
export function countHeaders(rawHeaders: RawHeaders, name?: string): number {
  if (name === undefined) return rawHeaders.length / 2;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (isNamed(rawHeaders[index], name)) count += 1;
  return count;
}

/** Whether any header name begins with this prefix (in lower case). */
export function hasHeaderPrefix(rawHeaders: RawHeaders, prefix: string): boolean {
  return rawHeaders.some((header, index) => index % 2 === 0 && header.toLowerCase().startsWith(prefix));
}

// Comparing the lengths first avoids creating a lower-case copy of nearly every name.
function isNamed(header: string | undefined, name: string): boolean {
  return header?.length === name.length && header.toLowerCase() === name;
}
