/**
 * Creates the test whether a string contains something shaped like a key: a key in the wrong place may have other
 * characters around it, such as `Bearer_ai_...`. `pattern` describes a whole key.
 */
export function keyShapedTest(pattern: RegExp): (text: string) => boolean {
  // Remove the anchors of the pattern; in escapes and character classes they are plain characters.
  const source = pattern.source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[$^]/g, (part) => (assertions.has(part) ? "" : part));
  const anywhere = new RegExp(source, pattern.flags.replace(/[gy]/g, ""));
  return (text) => anywhere.test(text);
}

const assertions = new Set(["^", "$", "\\b", "\\B"]);
