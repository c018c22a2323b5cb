// A longer list would not fit into the patch of a fix.
const maxParts = 256;

/** The parts of an array that was written as one string: separated by commas, by semicolons or by line breaks. */
export function splitList(text: string): readonly string[] | undefined {
  const [separator, ...others] = [",", ";"].filter((sign) => text.includes(sign));
  if (others.length > 0) return undefined;
  const parts = text
    .trim()
    .split(separator ?? /\r\n|\n|\r/, maxParts + 1)
    .map((part) => part.trim());
  const isList = parts.length > 1 && parts.length <= maxParts;
  // With line breaks inside, or nothing inside, it is not clear where a part ends.
  return isList && parts.every((part) => part !== "" && !/[\n\r]/.test(part)) ? parts : undefined;
}
