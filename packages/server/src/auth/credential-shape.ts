/** The sizes of access tokens: long enough not to be guessed, short enough for the headers of a request. */
const tokenLength = { min: 20, max: 4_096 } as const;

/** Whether a credential has the form of a bearer token (token68 of RFC 9110), within these sizes. */
export function isTokenShaped(credential: string): boolean {
  const { length } = credential;
  return length >= tokenLength.min && length <= tokenLength.max && /^[A-Za-z0-9._~+/-]+=*$/.test(credential);
}

/**
 * Creates the test whether a string contains something shaped like a key: a key in the wrong place may have other
 * characters around it, such as `Bearer_ai_...`. `pattern` describes a whole key.
 */
export function createKeyTest(pattern: RegExp): (text: string) => boolean {
  // Remove the anchors of the pattern; in escapes and character classes they are plain characters.
  const source = pattern.source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[$^]/g, (part) => (assertions.has(part) ? "" : part));
  const anywhere = new RegExp(source, pattern.flags.replace(/[gy]/g, ""));
  return (text) => anywhere.test(text);
}

const assertions = new Set(["^", "$", "\\b", "\\B"]);
