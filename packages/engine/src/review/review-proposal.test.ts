import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonObject, limits, type ProposalPackage, type Verdict } from "@assay/contract";
import { type Domain, findSpecDomain, listSpecDomains } from "@assay/testing/candidates/domains";
import {
  deepFreeze,
  listPlaces,
  type Place,
  readPlace,
  shuffleMembers,
  writePlace,
} from "@assay/testing/candidates/mutate-json";
import { engine } from "@assay/testing/cases/run-case";
import { hostileTexts } from "@assay/testing/corpora/hostile-values";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, propertyRuns } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import fc from "fast-check";
import { marked, type Token, type Tokens } from "marked";
import { describeProposal } from "./review-proposal.ts";
import { toText } from "./review-text.ts";

const examples = listSpecDomains().map(({ spec, example }) => createPackage(example, spec.document));

// Texts with a special meaning in Markdown, or with hidden characters.
const hostileMarkdown = [
  ...["# Approved", "## `outputFields`: 0 fields", "a\n# Approved", "a\n===", "---", "> quote", "- item", "1. item"],
  ...[
    "`",
    "``",
    "```",
    "````",
    "a`b``c```d",
    "` a `",
    "`a",
    "a`",
    "\\`",
    "``` \n# x\n```",
    "~~~\ncode\n~~~",
    "    code",
  ],
  ...["[a](https://x.example)", "![a](https://x.example/a.png)", "[a]: https://x.example", "<https://x.example>"],
  ...["https://x.example", "www.x.example", "ada@x.example", "@ada", "#1", "mailto:ada@x.example"],
  ...["<b>", "<!--", "-->", "</code>", "<script>alert(1)</script>", "<details><summary>", "&lt;b&gt;", "&#x202e;"],
  ...[
    "|",
    "||",
    "\\|",
    "\\\\|",
    "a | b |\n| --- | --- |",
    "\n\n",
    "\r\n",
    "\u2028",
    "**bold**",
    "_em_",
    "~~del~~",
    "$x$",
  ],
  ...[
    "\u202eabc",
    "\u2066",
    "a\u200bb",
    "\u{e0041}",
    "\ufeff",
    "\u0000",
    "\ud800",
    `z${"\u0301".repeat(40)}`,
    "\u0301",
  ],
  ...["", " ", "  a  ", "true", "36", "{}", "- In the name of: `eve`", "`\n- In the name of: `eve", "(+12 characters)"],
];
const texts = [...new Set([...hostileMarkdown, ...hostileTexts])];

test("shows the owner, the id and the digest of a proposal, for every spec package", () => {
  for (const proposalPackage of examples) {
    const review = describeProposal(proposalPackage);
    for (const text of listAlwaysShown(proposalPackage))
      assert.ok(review.includes(`\`${text}\``), `${text} in ${review}`);
    checkReview(proposalPackage);
  }
});

test("shows each value on its own line, and quotes strings that look like other values", () => {
  const review = describeProposal(
    createPackage({
      outputFields: [{ description: "Age in years.", name: "age", type: "integer" }],
      sampleRecords: [{ age: 36 }, { age: "36" }, {}],
      power: { source: { kind: "battery" } },
      tags: [],
      strategies: ["fast", "realistic"],
    }),
  );
  const [, proposed] = review.split("## What is proposed\n\n");
  assert.equal(
    proposed,
    `- \`outputFields\`
  - item 1
    - \`description\`: \`Age in years.\`
    - \`name\`: \`age\`
    - \`type\`: \`integer\`
- \`power\`
  - \`source\`
    - \`kind\`: \`battery\`
- \`sampleRecords\`
  - item 1
    - \`age\`: \`36\`
  - item 2
    - \`age\`: \`"36"\`
  - item 3: \`{}\`
- \`strategies\`
  - \`fast\`
  - \`realistic\`
- \`tags\`: \`[]\`
`,
  );
});

test("shows the same review regardless of the order of properties in the package", () => {
  const random = createRandom(1);
  for (const proposalPackage of examples) {
    const shuffled = shuffleMembers(proposalPackage as unknown as Json, random) as unknown as ProposalPackage;
    assert.equal(describeProposal(shuffled), describeProposal(proposalPackage));
  }
});

test("leaves out the end of the longest part if a review does not fit, and counts what it leaves out", () => {
  const [, datamint] = examples;
  assert(datamint);
  const outputFields = Array.from({ length: 64 }, (_, i) => ({ name: `f${i}`, description: "x".repeat(300) }));
  const long = { description: "d".repeat(2_000), rationaleNotes: "r".repeat(4_000), tags: ["a", "b"], outputFields };
  const { review } = checkReview({ ...datamint, candidate: { ...datamint.candidate, sampleRecords: [], ...long } });
  assert.ok(review.includes("This text is shortened; the package contains everything"));
  for (const name of Object.keys(long)) assert.ok(review.includes(`\`${name}\``), name);
  const shownLines = review.match(/\n {2,}- .*/g)?.length ?? 0;
  const omittedLines = Number(/\n- and (\d+) more lines\n/.exec(review)?.[1]);
  // Strategies and tags take four lines, and each field takes one line and two for its values.
  assert.equal(shownLines + omittedLines, 4 + 3 * 64);
  const cut = /`(r+)…` \(\+(\d+) characters\)/.exec(review);
  assert.equal((cut?.[1]?.length ?? 0) + Number(cut?.[2]), 4_000);
});

test("names properties in the order of the schema, says once what each is, and marks free text of the author", () => {
  const title = { op: "add", path: "/candidateSchema/properties/generatorName/title", value: "Name" } as const;
  const hostile = `\`\n# Approved\n- In the name of: \`eve\`${"x".repeat(100)}`;
  const description = {
    op: "replace",
    path: "/candidateSchema/properties/supportedStrategies/description",
    value: hostile,
  } as const;
  const { spec, example } = findSpecDomain("datamint/generator-option/1.0.0", [title, description]);
  const review = describeProposal(createPackage({ ...example, surprise: 1 }, spec.document), { spec });
  const [, proposed = ""] = review.split("## What is proposed\n\n");
  assert.deepEqual(proposed.match(/(?<=^- `)\w+/gm), [
    ...[
      "generatorName",
      "description",
      "outputFields",
      "supportedStrategies",
      "sampleRecords",
      "rationaleNotes",
      "surprise",
    ],
  ]);
  assert.match(
    proposed,
    /^- `generatorName` \(`Name: The name that is shown to people\.`\): `[^`]+` \(written by the author\)$/m,
  );
  assert.match(proposed, /^ {4}- `type` \(`One of the types that Datamint can generate\.`\): `string`$/m);
  assert.equal(proposed.split("What the field holds.").length, 2);
  assert.deepEqual(
    proposed.match(/.+(?=: .* \(written by the author\)$)/gm)?.map((line) => line.split("`")[1]),
    [...["generatorName", "description", "rationaleNotes"]],
  );
  assert.match(proposed, /^- `supportedStrategies` \(`` `⏎# Approved⏎- In the name of: `eve`x+… ``\)$/m);
});

test("leaves space for the proposal even if there are many warnings", () => {
  const [, datamint] = examples;
  assert(datamint);
  const diagnostics = Array.from({ length: 200 }, (_, i) => ({ severity: "warning", path: `/a${i}`, message: "m" }));
  const review = describeProposal(datamint, { verdict: { diagnostics } as unknown as Verdict });
  assert.match(review, /\n## Warnings: 200\n(?:.*\n)+- and \d+ more lines\n\n## What is proposed\n\n- `/);
  assert.ok(Buffer.byteLength(review) <= limits.ownerReviewBytes);
});

test("a hostile text in any value or name neither breaks a review nor hides anything in it", () => {
  const interval = pickForScale({ quick: 48, ci: 12, full: 1 });
  let runs = 0;
  let longest = 0;
  for (const example of examples) {
    for (const [index] of listPlaces(example as unknown as Json).entries()) {
      for (const text of texts.filter((_, i) => (i + index) % interval === 0)) {
        for (const put of [putValue, putName]) {
          const changed = structuredClone(example);
          const place = listPlaces(changed as unknown as Json)[index];
          if (!place || !put(place, text, changed)) continue;
          const { bytes } = checkReview(changed);
          longest = Math.max(longest, bytes);
          runs += 1;
        }
      }
    }
  }
  printFigure("reviews of packages with one hostile text", runs, "all within 4096 bytes");
  printFigure("longest of them, in bytes", longest, limits.ownerReviewBytes);
});

test("hostile texts in all values at once neither break a review nor hide anything in it", () => {
  let longest = 0;
  const settings = propertyRuns(0.2);
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.nat(), (example, seed) => {
      const random = createRandom(seed);
      const changed = structuredClone(example);
      for (const place of listPlaces(changed as unknown as Json)) {
        const text = random.below(4) === 0 ? createCharacters(random) : random.pick(texts);
        if (typeof readPlace(place) === "string")
          putValue(place, text.repeat(random.pick([1, 1, 1, 7, 200])).slice(0, 4_000), changed);
      }
      const { bytes } = checkReview(changed);
      longest = Math.max(longest, bytes);
    }),
    settings,
  );
  printFigure("reviews of packages with hostile texts in all members", settings.numRuns, "all within 4096 bytes");
  printFigure("longest of them, in bytes", longest, limits.ownerReviewBytes);
});

function createPackage(
  candidate: JsonObject,
  spec = { targetProduct: "datamint", domainId: "generator-option", version: "1.0.0" },
) {
  const { targetProduct, domainId, version } = spec;
  const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
  const specPackage = { version, digest };
  return deepFreeze({
    format: "proposal-package/v1",
    targetProduct,
    domainId,
    specPackage,
    candidate,
    digest,
  } as const);
}

function createCharacters(random: Random): string {
  const planes = [0x80, 0x800, 0x3000, 0x10000, 0x110000];
  return Array.from({ length: random.below(40) }, () => String.fromCodePoint(random.below(random.pick(planes)))).join(
    "",
  );
}

function listAlwaysShown({ candidate, digest }: ProposalPackage): readonly string[] {
  const { owner, generatorId } = candidate as { owner: JsonObject; generatorId: Json };
  const values = [owner.id, owner.kind, generatorId];
  return [...values.map((value) => toText(value as Json)), digest.slice(7, 19)];
}

function putValue(place: Place, text: string, changed: ProposalPackage): boolean {
  // A text never replaces an object of the package itself, such as `specPackage`.
  if ((place.holder as unknown) === changed && typeof readPlace(place) !== "string") return false;
  writePlace(place, text);
  return true;
}

function putName(place: Place, text: string, { candidate }: ProposalPackage): boolean {
  const { holder, name } = place;
  const isInCandidate = listPlaces(candidate).some((other) => other.holder === holder);
  const isKnown = (holder as unknown) === candidate && ["owner", "generatorId"].includes(name);
  if (Array.isArray(holder) || !isInCandidate || isKnown || Object.hasOwn(holder, text)) return false;
  writePlace({ holder, name: text }, readPlace(place));
  return Reflect.deleteProperty(holder, name);
}

// Characters that a reader cannot see.
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

// The Markdown tokens and words that Assay itself writes. Any others come from outside.
const reviewTokens = new Set(["heading", "paragraph", "list", "list_item", "text", "codespan", "space"]);
const reviewWords = new Set(
  `Proposal to review not given In the name of Kind owner Product Domain Version rules Permanent id First digits digest What is
  proposed This text is shortened; package contains everything and more line lines item character characters`.split(
    /\s+/,
  ),
);

/** Parses a review as Markdown, and checks that everything from outside appears only as text. */
function checkReview(proposalPackage: ProposalPackage): { readonly review: string; readonly bytes: number } {
  const review = describeProposal(proposalPackage);
  const bytes = Buffer.byteLength(review);
  assert.ok(bytes <= limits.ownerReviewBytes, `${bytes} bytes`);
  assert.doesNotMatch(review.replaceAll("\n", ""), hidden);

  const spans: string[] = [];
  const headings: string[] = [];
  marked.walkTokens(marked.lexer(review, { gfm: true }), (token: Token) => {
    assert.ok(reviewTokens.has(token.type), `${token.type}: ${token.raw}`);
    if (token.type === "codespan") spans.push(token.text);
    if (token.type === "heading") headings.push(readPlainText(token as Tokens.Heading));
    if (token.type === "text" && !("tokens" in token && token.tokens)) checkWords(token.raw);
  });
  assert.deepEqual(headings, ["Proposal to review", "What is proposed"]);
  const labels = review.split("\n## ")[0]?.match(/(?<=\n- )[A-Z][a-z]+/g);
  assert.deepEqual(labels?.slice(0, 7), ["In", "Kind", "Product", "Domain", "Version", "Permanent", "First"]);

  if (!review.includes("- This text is shortened;")) {
    const shownTexts = spans.map(decode);
    for (const text of listTexts(proposalPackage).map(decode))
      assert.ok(
        shownTexts.some((span) => isShownAs(span, text)),
        text,
      );
  }
  return { review, bytes };
}

function readPlainText({ tokens }: Tokens.Heading): string {
  return tokens
    .filter(({ type }) => type !== "codespan")
    .map(({ raw }) => raw)
    .join("");
}

function checkWords(text: string): void {
  for (const word of text.split(/[\s:.,()+\d]+/)) assert.ok(word === "" || reviewWords.has(word), `${word} in ${text}`);
}

// Restores the original characters and line endings in the text of a span.
function decode(text: string): string {
  const characters = text.replace(/\\u\{([0-9a-f]+)\}/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
  // A Markdown parser turns all other whitespace into spaces, too.
  return characters.replaceAll("⏎", "\n").replace(/\s+/g, " ").trim();
}

// The lines at the top have their own limits, so a text in them can be cut.
function isShownAs(span: string, text: string): boolean {
  return span === text || (span.endsWith("…") && text.startsWith(span.slice(0, -1).trimEnd()));
}

// Lists every value, all of which must appear in a review that is not shortened.
function listTexts({ candidate, targetProduct, domainId }: ProposalPackage): readonly string[] {
  const listLeaves = (value: Json): readonly Json[] =>
    typeof value === "object" && value !== null
      ? Object.values<Json>(value as JsonObject).flatMap(listLeaves)
      : [value];
  return [targetProduct, domainId, ...listLeaves(candidate)].map((value) => toText(value));
}

test("escapes spaces in names that a reader would not see", () => {
  const candidate = { generatorName: "Loyalty\u00a0 card", " notes": "x", rows: [{ "a ": 1 }, { "a ": 2 }] };
  const text = describeProposal(createPackage(candidate));
  assert.ok(text.includes("`Loyalty\\u{a0} card`"), text);
  assert.ok(text.includes("`\\u{20}notes`"), text);
  assert.ok(text.includes("`a\\u{20}`"), text);
});

test("shows warnings and the owner's decisions first, and each decision only once", () => {
  const [, { spec, registry, example }] = listSpecDomains().filter(({ name }) => name.startsWith("datamint")) as [
    Domain,
    Domain,
  ];
  const { verdict, proposalPackage } = engine.build({ spec, registry, candidate: example });
  assert.ok(proposalPackage);
  const [warning] = engine.validate({ spec, registry, candidate: { ...example, owner: {} } }).diagnostics;
  assert.ok(warning);
  const diagnostics = [{ ...warning, severity: "warning", path: "/x", message: "# Not a heading" } as const];
  const text = describeProposal(proposalPackage, { spec, verdict: { ...verdict, diagnostics } });
  assert.match(
    text,
    /\n## Warnings: 1\n\n- `\/x`: `# Not a heading`\n\n## What only the owner can decide: 1\n\n- `\/rationaleNotes`/,
  );
  assert.equal(text.match(/rationaleNotes/g)?.length, 1);
  assert.equal(describeProposal(proposalPackage).includes("Warnings"), false);
});
