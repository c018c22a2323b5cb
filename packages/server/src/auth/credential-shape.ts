/** The allowed length of an access token: long enough to resist guessing, and short enough for a request header. */
const tokenLength = { min: 20, max: 4_096 } as const;

/** Whether a credential has the form (token68, RFC 9110) and the length of a bearer token. */
export function isTokenShaped(credential: string): boolean {
  const { length } = credential;
  return length >= tokenLength.min && length <= tokenLength.max && /^[A-Za-z0-9._~+/-]+=*$/.test(credential);
}

/**
 * Creates a function that returns whether a string contains something shaped like a key. `pattern` matches a complete
 * key; a key pasted in the wrong place can have other characters around it, such as `Bearer_ai_...`.
 */
export function createKeyTest(pattern: RegExp): (text: string) => boolean {
  // Remove the pattern's anchors, but not escaped anchor characters or those in character classes.
  const source = pattern.source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[$^]/g, (part) => (assertions.has(part) ? "" : part));
  const unanchored = new RegExp(source, pattern.flags.replace(/[gy]/g, ""));
  return (text) => unanchored.test(text);
}

const assertions = new Set(["^", "$", "\\b", "\\B"]);
