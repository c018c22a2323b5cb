import assert from "node:assert/strict";
import test from "node:test";
import { limits } from "@assay/contract";
import { patterns, texts } from "@assay/testing/corpora/arbitrary-patterns";
import { printFigure } from "@assay/testing/print-figure";
import { hasEnoughRuns, propertyRuns, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import fc from "fast-check";
import { createMeter } from "../meter.ts";
import { compilePattern, findPatternProblem } from "./pattern.ts";

function matches(pattern: string, text: string): boolean {
  return compilePattern(pattern).test(text, createMeter(1e9));
}

// Starts at every character, as ECMA-262 specifies. By itself, V8 also tries `\B` in the middle of a surrogate pair.
function matchesEcma(pattern: string, text: string): boolean {
  const sticky = new RegExp(pattern, "uy");
  let start = 0;
  for (const character of [...text, ""]) {
    sticky.lastIndex = start;
    if (sticky.test(text)) return true;
    start += character.length;
  }
  return false;
}

test("an accepted pattern matches the same strings as in ECMA-262", () => {
  const settings = propertyRuns(5);
  let accepted = 0;
  let compared = 0;
  let matching = 0;
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 4, maxLength: 8 }), (pattern, samples) => {
      if (findPatternProblem(pattern) !== undefined) return;
      accepted += 1;
      const compiled = compilePattern(pattern);
      const meter = createMeter(1e9);
      for (const text of samples) {
        compared += 1;
        const expected = matchesEcma(pattern, text);
        if (expected) matching += 1;
        assert.equal(compiled.test(text, meter), expected, `${pattern} on ${JSON.stringify(text)}`);
      }
    }),
    settings,
  );
  printFigure("random patterns accepted", accepted, `at least ${settings.numRuns / 4}`);
  printFigure("pattern and text pairs that RE2 and ECMA-262 read differently", 0, 0);
  if (!hasEnoughRuns) return;
  assert.ok(accepted >= settings.numRuns / 4);
  assert.ok(matching > compared / 10 && matching < (compared * 9) / 10, `${matching} of ${compared} match`);
});

test("translates syntax that ECMA-262 and RE2 read differently", () => {
  const translated: readonly (readonly [pattern: string, text: string, expected: boolean])[] = [
    ["^.$", "\u2028", false],
    ["^.$", "\r", false],
    ["^.$", "\u0085", true],
    ["^.$", "😀", true],
    ["^\\s$", "\u00a0", true],
    ["^\\s$", "\ufeff", true],
    ["^\\S$", "\u3000", false],
    ["^[\\s_]$", "\u2029", true],
    ["^[^\\s]$", "\u202f", false],
    ["^\\w$", "ſ", false],
    ["^\\d$", "٣", false],
    ["a$", "a\n", false],
    ["^\\u0041\\ud83d\\ude00$", "A😀", true],
    ["^[\\ud83d\\ude00]$", "😀", true],
    ["^\\u{1F600}$", "😀", true],
    ["^\\cJ$", "\n", true],
    ["^\\0$", "\0", true],
    ["^\\/$", "/", true],
    ["^[\\-/]$", "-", true],
    ["^[[:alpha:]$", "[", true],
    ["^[a&&b]$", "&", true],
    ["[]|[a]", "|", false],
    ["[]|[a]", "a", true],
    ["^[^]$", "\n", true],
    ["^(?<n>a)$", "a", true],
    ["^\\p{Letter}$", "漢", true],
    ["^\\P{Letter}$", "漢", false],
    ["^[\\p{gc=Decimal_Number}]$", "٣", true],
    ["^\\p{General_Category=Uppercase_Letter}$", "A", true],
    ["^\\p{Script=Greek}$", "α", true],
  ];
  for (const [pattern, text, expected] of translated) {
    assert.equal(matchesEcma(pattern, text), expected, pattern);
    assert.equal(findPatternProblem(pattern), undefined, pattern);
    assert.equal(matches(pattern, text), expected, `${pattern} on ${JSON.stringify(text)}`);
  }
});

test("a pattern of any number of states matches the same strings as in ECMA-262", () => {
  const characters = Array.from({ length: 150 }, (_, index) => String.fromCodePoint(0x4e00 + 2 * index)).join("|");
  const sources = [
    "[ab]*a[ab]{6}c$",
    "[ab]*a[ab]{60}[cd]$",
    `^(?:${characters})+$`,
    "^\\p{L}+(?: \\p{Lu}\\p{Ll}+){2}$",
    "\\Bb|\\bab\\b",
  ];
  const compared = sources.map((source) => ({
    source,
    pattern: compilePattern(source),
    regExp: new RegExp(source, "u"),
  }));
  const random = createRandom(seed);
  for (let count = 0; count < 300; count += 1) {
    const letters = random.pick(["ab", "abcd", "ab ", "一丂七", "é A漢ß"]);
    const text = Array.from({ length: random.below(90) }, () => random.pick([...letters])).join("");
    for (const { source, pattern, regExp } of compared)
      for (const tried of [text, `${text}ab`, `${text}c`, "Ñandú Él Ñu"])
        assert.equal(pattern.test(tried, createMeter(1e9)), regExp.test(tried), `${source} on ${tried}`);
  }
});

test("refuses a pattern that is invalid in ECMA-262", () => {
  for (const pattern of ["(", "[z-a]", "a{3,1}", "a**", "\\q", "(?P<n>a)", "\\pL", "\\A", "]", "{", "\\p{Greek}"]) {
    assert.equal(findPatternProblem(pattern)?.kind, "ecma", pattern);
  }
});

test("refuses lookaround, backreferences and inline flags, which RE2 lacks or reads differently", () => {
  const refused = ["(?=a)a", "(?!a)b", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>", "[a\\S]"];
  const flags = ["(?i:a)", "(?s:.)", "(?m:^a)", "(?-i:a)", "(?im-s:a)", "b(?:(?i:a))"];
  for (const pattern of [...refused, ...flags]) assert.equal(findPatternProblem(pattern)?.kind, "re2", pattern);
});

test("treats text that only looks like an inline flag as literal characters", () => {
  for (const [pattern, text] of [
    ["^[(?i:a)]+$", "(?i:a)"],
    ["^\\(\\?i:a\\)$", "(?i:a)"],
    ["^[(]?i$", "(i"],
  ] as const) {
    assert.equal(findPatternProblem(pattern), undefined, pattern);
    assert.equal(matches(pattern, text), true, pattern);
  }
});

test("refuses a repetition that is too large for RE2 or for the size limit", () => {
  for (const pattern of ["a{1001}", "a{2,1001}", "(a{100}){100}", "((a{10}){10}){11}"]) {
    assert.equal(findPatternProblem(pattern)?.kind, "re2", pattern);
  }
  for (const pattern of ["[a-z]{1,200}[0-9]{100}", "(abc){100}", "a{300}"]) {
    assert.equal(findPatternProblem(pattern)?.kind, "size", pattern);
  }
  assert.equal(findPatternProblem("[a-z]{1,60}"), undefined);
});

test("checks a pattern of any size without throwing", () => {
  for (const [head, times, tail] of [
    ["(", 20_000, ")"],
    ["(?:", 20_000, ")"],
    ["(a|", 5_000, "b)"],
    ["[", 20_000, "]"],
    ["a*?", 20_000, ""],
    ["\\", 20_000, ""],
  ] as const) {
    assert.doesNotThrow(() => findPatternProblem(head.repeat(times) + tail.repeat(times)), head);
  }
});

test("a string of 1,024 characters can match, but a string of 1,025 characters never does", () => {
  const longest = limits.schema.patternInput;
  for (const character of ["a", "é", "😀"]) {
    assert.equal(matches("^.*$", character.repeat(longest)), true, character);
    assert.equal(matches("^.*$", character.repeat(longest + 1)), false, character);
    assert.equal(matches("", character.repeat(longest + 1)), false, character);
  }
});

test("the cost of a pattern grows with its size and with the length of the string", () => {
  const countSteps = (pattern: string, text: string) => {
    const meter = createMeter(1e9);
    compilePattern(pattern).test(text, meter);
    return 1e9 - meter.left;
  };
  assert.ok(countSteps("^a$", "") >= 1);
  assert.ok(countSteps("^a$", "a".repeat(1000)) > countSteps("^a$", "a") * 10);
  assert.ok(countSteps("[ab]*a[ab]{60}$", "a".repeat(1000)) > countSteps("^a$", "a".repeat(1000)) * 3);
  assert.ok(countSteps("[ab]*a[ab]{60}$", "a".repeat(1000)) > countSteps("[ab]*a[ab]{6}$", "a".repeat(1000)) * 1.5);
});
