import fc from "fast-check";

/** Characters that regular expression dialects are known to treat differently, and a few that they all treat alike. */
const characters = [
  ..."abkzAKZ019_-. |]{/",
  "\n",
  "\r",
  "\t",
  "\u000b",
  "\f",
  "\0",
  "\u0085",
  "\u00a0",
  "\u180e",
  "\u2028",
  "\u2029",
  "\ufeff",
  "é",
  "ß",
  "ſ",
  "\u212a",
  "İ",
  "\u0301",
  "漢",
  "😀",
  "𝒜",
];

const literals = ["a", "b", "k", "K", "0", "_", " ", "-", "é", "ſ", "\u00a0", "\u2028", "😀", "𝒜"];
const escapes = [
  ..."dDwWsSnrtvf0",
  ...".*+?()[]{}|^$/\\",
  "cA",
  "cj",
  "x41",
  "xa0",
  "u0041",
  "u0061",
  "u2028",
  "u00e9",
  "ud83d\\ude00",
  "u0041\\ud83d\\ude00",
  "u{41}",
  "u{1F600}",
  "u{00000061}",
  "p{L}",
  "P{L}",
  "p{Lu}",
  "p{Letter}",
  "p{gc=Nd}",
  "p{Script=Greek}",
  "p{White_Space}",
  "p{ASCII}",
].map((letters) => `\\${letters}`);
const classCharacters = [..."abzK09_ .*+?()[{}|^$/", "é", "\u2028", "😀", "&&", "~~", "[:alpha:", "\\-", "\\]", "-"];
const ranges = ["a-z", "0-9", "A-Z", " -~", "\\u0041-\\u005a", "\\u{1F600}-\\u{1F64F}", "\\0-\\x1f", "+--", "😀-😎"];
const groups = ["(", "(?:", "(?<n>", "(?i:", "(?s:", "(?m:", "(?-i:", "(?im-s:", "(?=", "(?!", "(?<=", "(?<!"];
const quantifiers = ["*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}", "*?", "+?", "??", "{1,2}?"];
const assertions = ["^", "$", "\\b", "\\B"];

/** Patterns that are mostly valid in ECMA-262 with the `u` flag. */
export const patterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3, depthIdentifier: "pattern" },
    { weight: 5, arbitrary: fc.array(tie("term"), { maxLength: 4 }).map((terms) => terms.join("")) },
    { weight: 1, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map((branches) => branches.join("|")) },
    { weight: 2, arbitrary: tie("pattern").map((pattern) => `^${pattern}$`) },
  ),
  term: fc.oneof(
    { maxDepth: 3, depthIdentifier: "pattern" },
    { weight: 6, arbitrary: quantify(fc.constantFrom(...literals, ".")) },
    { weight: 4, arbitrary: quantify(fc.constantFrom(...escapes)) },
    { weight: 4, arbitrary: quantify(characterClass()) },
    { weight: 2, arbitrary: fc.constantFrom(...assertions) },
    {
      weight: 3,
      arbitrary: quantify(fc.tuple(openingGroup(), tie("pattern")).map(([open, pattern]) => `${open}${pattern})`)),
    },
    { weight: 1, arbitrary: fc.constantFrom("\\1", "\\k<n>", "{", "]", "\\q", "[z-a]", "(", "a{3,1}", "a**") },
  ),
})).pattern;

/** Short texts, mostly with characters that dialects treat differently. */
export const texts: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...characters) }, anyCharacter()), { maxLength: 6 })
  .map((parts) => parts.join(""));

// Mostly plain groups, because the engine must refuse most of the other kinds.
function openingGroup(): fc.Arbitrary<string> {
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom("(", "(?:") }, fc.constantFrom(...groups));
}

function characterClass(): fc.Arbitrary<string> {
  const item = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...classCharacters) },
    { weight: 2, arbitrary: fc.constantFrom(...ranges) },
    { weight: 2, arbitrary: fc.constantFrom(...escapes) },
  );
  return fc
    .tuple(fc.constantFrom("", "", "^"), fc.array(item, { maxLength: 4 }))
    .map(([not, items]) => `[${not}${items.join("")}]`);
}

function quantify(term: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const quantifier = fc.oneof({ weight: 3, arbitrary: fc.constant("") }, fc.constantFrom(...quantifiers));
  return fc.tuple(term, quantifier).map(([text, times]) => text + times);
}

function anyCharacter(): fc.Arbitrary<string> {
  return fc.string({ unit: "binary", minLength: 1, maxLength: 1 });
}
