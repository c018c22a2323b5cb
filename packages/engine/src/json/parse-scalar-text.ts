/**
 * Parses a string as a boolean, or as a number written exactly as JSON.stringify writes it. A number with exactly three
 * digits after the point is not parsed, because the point might separate thousands.
 */
export function parseScalarText(text: string): number | boolean | undefined {
  const word = text.trim();
  if (/^(?:true|false)$/i.test(word)) return word.toLowerCase() === "true";
  // Nearly all texts begin with something else.
  if (!/^-?\d/.test(word) || word.length > maxCharacters || /^-?\d+\.\d{3}$/.test(word)) return undefined;
  const value = Number(word);
  return String(value) === word ? value : undefined;
}

// JSON.stringify writes every number with fewer characters than this.
const maxCharacters = 32;

/** The numbers that a text with one separator and three digits after it can mean, if it is such a text. */
export function findReadings(text: string): readonly string[] | undefined {
  const [, whole, digits] = /^(-?\d+)[.,](\d{3})$/.exec(text.trim().slice(0, maxCharacters)) ?? [];
  return digits === undefined ? undefined : [`${whole}.${digits}`, `${whole}${digits}`];
}
