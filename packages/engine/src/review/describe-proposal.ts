import { type Json, type JsonObject, limits, type ProposalPackage } from "@assay/contract";
import { isArray, isObject, member } from "../json/json.ts";
import { utf8Length } from "../text/characters.ts";
import { counted, type Noun } from "../text/phrases.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { codeSpan, nameSpan, textOf } from "./code-span.ts";
import { fitParts, type Part, wholeOf } from "./fit-parts.ts";
import { listArray, listMember, membersOf } from "./list-member.ts";
import { notesOf, type ReviewSources } from "./notes.ts";
import { table } from "./table.ts";

/**
 * What is proposed in whose name, as Markdown of at most 4 KB that a person can read before anything is sent. With `verdict`,
 * its warnings come first, and with `spec`, the values that only the owner can decide; the rest depends on the package alone,
 * so the owner, the target product and the voters read the same text. Every text of the package is in a code span; what is cut
 * is counted. The work is linear in the size of the package.
 *
 * @example
 * const built = engine.build({ spec, registry, candidate });
 * if (built.valid) console.log(describeProposal(built.proposalPackage, { spec, verdict: built.verdict }));
 */
export function describeProposal(proposalPackage: ProposalPackage, about: ReviewSources = {}): string {
  checkPackage(proposalPackage);
  const { candidate } = proposalPackage;
  const name = displayName(candidate);
  const head = headOf(proposalPackage, name);
  const heading = "## What is proposed\n\n";
  const { notes, decided } = notesOf(candidate, about);
  const parts = [
    ...notes,
    { whole: heading, least: heading.length, write: () => heading },
    ...partsOf(candidate, new Set([...decided, ...(name ? [name[0]] : []), "generatorId"])),
  ];
  const whole = wholeOf([{ whole: head }, ...parts]);
  if (whole !== undefined && utf8Length(whole) <= limits.ownerReviewBytes) return whole;
  const start = `${head}This text is shortened. The package contains everything.\n\n`;
  return start + fitParts(parts, limits.ownerReviewBytes - utf8Length(start), moreProperties);
}

/** The most bytes of what is never left out, enough for every id that a spec package can allow. */
const longest = { id: 528, owner: 304, name: 400, word: 72 } as const;

function headOf(
  { targetProduct, domainId, specPackage, candidate, digest }: ProposalPackage,
  name: Member | undefined,
) {
  const owner = member(candidate, "owner");
  const ownerId = isObject(owner) ? member(owner, "id") : owner;
  const kind = isObject(owner) ? member(owner, "kind") : undefined;
  return [
    "# Proposal to review",
    "",
    `- In the name of: ${shown(ownerId, longest.owner)}${kind === undefined ? "" : ` (${shown(kind, longest.word)})`}`,
    `- For: ${shown(targetProduct, longest.word)}, ${shown(domainId, longest.word)}, spec package ${shown(specPackage.version, longest.word)}`,
    `- Permanent id: ${shown(member(candidate, "generatorId"), longest.id)}`,
    ...(name ? [`- Name (${nameSpan(name[0])}): ${nameSpan(textOf(name[1]), longest.name)}`] : []),
    `- Digest of the package: ${codeSpan(digest.replace(/^sha256:/, "").slice(0, 12), longest.word)} (first 12 digits)`,
    "",
    "",
  ].join("\n");
}

type Member = readonly [name: string, value: Json];

function shown(value: Json | undefined, maxBytes: number): string {
  return value === undefined ? "not given" : codeSpan(textOf(value), maxBytes);
}

// Spec packages call it `generatorName`, `chartName`, `collectionTitle`; some have none.
function displayName(candidate: JsonObject): Member | undefined {
  const names = membersOf(candidate).filter(
    ([name, value]) => typeof value === "string" && /^(?:name|title)$|[a-z](?:Name|Title)$/.test(name),
  );
  return names.find(([name]) => name === "generatorName") ?? names[0];
}

// Nouns for the properties that the specification names.
const nouns: { readonly [name: string]: Noun } = {
  outputFields: ["field", "fields"],
  sampleRecords: ["record", "records"],
  supportedStrategies: ["strategy", "strategies"],
};

function partsOf(candidate: JsonObject, shown: ReadonlySet<string>): readonly Part[] {
  const listed: Part[] = [];
  const tables: Part[] = [];
  for (const [property, value] of membersOf(candidate)) {
    if (shown.has(property)) continue;
    const noun = (Object.hasOwn(nouns, property) && nouns[property]) || (["item", "items"] as const);
    const asTable = isArray(value) ? table(property, value, noun) : undefined;
    if (property === "owner") listed.push(...furtherOwnerParts(value));
    else if (asTable) tables.push(asTable);
    else listed.push(isArray(value) ? listArray(property, value, noun) : listMember(property, value));
  }
  return [...listed, ...tables];
}

// Kind and id are at the beginning.
function furtherOwnerParts(owner: Json): readonly Part[] {
  if (!isObject(owner)) return [];
  const further = membersOf(owner).filter(([name]) => name !== "kind" && name !== "id");
  return further.length > 0 ? [listMember("owner", Object.fromEntries(further))] : [];
}

function moreProperties(count: number): string {
  return `\nand ${counted(count, ["more property", "more properties"])}\n`;
}

function checkPackage(value: unknown): void {
  if (isObject(value) && isObject(value.candidate) && isObject(value.specPackage) && typeof value.digest === "string")
    return;
  const remedy = "Pass the `proposalPackage` that build returns.";
  throw wrongArgument({ argument: "proposalPackage", expected: "a proposal package", found: kindOf(value), remedy });
}
