/**
 * Makes the test whether a string holds something shaped like a key anywhere: a key in the wrong place may have other
 * characters around it, such as `Bearer_ai_...`. `pattern` describes a whole key.
 */
export function keyShapedTest(pattern: RegExp): (text: string) => boolean {
  // Without its assertions of where a key begins and ends; those in escapes and character classes are characters.
  const source = pattern.source.replace(/\\[bB]|\\.|\[(?:\\.|[^\]\\])*\]|[$^]/g, (part) =>
    assertions.has(part) ? "" : part,
  );
  const anywhere = new RegExp(source, pattern.flags.replace(/[gy]/g, ""));
  return (text) => anywhere.test(text);
}

const assertions = new Set(["^", "$", "\\b", "\\B"]);
