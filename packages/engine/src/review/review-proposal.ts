import { type Json, type JsonObject, limits, type ProposalPackage, type Verdict } from "@assay/contract";
import { isArray, isContainer, isObject, readMember } from "../json/json.ts";
import { toVisiblePointer } from "../json/pointer.ts";
import { createMeter } from "../meter.ts";
import { type CompiledSpec, openSpec, type SpecParts } from "../spec/compiled-spec.ts";
import { utf8Length } from "../text/characters.ts";
import { formatCount } from "../text/phrases.ts";
import { type ReviewLine, type ReviewSection, toReviewText, toText } from "./review-text.ts";
import { toMarkdown, toMarkdownLine } from "./to-markdown.ts";

/** Optional input for a review, in addition to the package. */
export interface ReviewSources {
  /** The verdict on the candidate, for its warnings. */
  readonly verdict?: Verdict | undefined;
  /** The spec package, for the values that only the owner can decide. */
  readonly spec?: CompiledSpec | undefined;
}

/**
 * Lists what is proposed and in whose name, for a person to read before the package is submitted. `describeProposal` returns
 * the same as Markdown. Every text is safe to display, with a note of how much was cut. Runs in linear time.
 *
 * @example
 * for (const { title, lines } of reviewProposal(proposalPackage, { spec })) draw(title, lines);
 */
export function reviewProposal(
  proposalPackage: ProposalPackage,
  sources: ReviewSources = {},
): readonly ReviewSection[] {
  const { candidate } = proposalPackage;
  const spec = sources.spec && openSpec(sources.spec);
  const decisions = spec ? findDecisions(candidate, spec) : [];
  const decided = new Set(decisions.flatMap(({ path }) => (path.length === 1 ? path : [])));
  const warnings = (sources.verdict?.diagnostics ?? []).filter(({ severity }) => severity === "warning");
  const notes = {
    Warnings: warnings.map(({ path, message }) => ({ depth: 0, name: replaceIndexes(path), value: message })),
    "What only the owner can decide": decisions.map(({ path, value }) => ({
      depth: 0,
      name: toVisiblePointer(path),
      value: toText(value),
    })),
  };
  const rawSections: readonly RawSection[] = [
    { title: "Proposal to review", items: createHead(proposalPackage) },
    ...Object.entries(notes).flatMap(([title, items]) =>
      items.length > 0 ? [{ title: `${title}: ${items.length}`, items }] : [],
    ),
    { title: "What is proposed", items: createItems(candidate, decided) },
  ];
  const whole = rawSections.map(({ title, items }) => ({ title, lines: takeLines(items) }));
  const isWhole = rawSections.every(({ items }, index) => whole[index]?.lines.length === items.length);
  return isWhole && utf8Length(toMarkdown(whole)) <= limits.ownerReviewBytes ? whole : shorten(rawSections);
}

/** A line whose texts are not cut yet. */
interface RawLine extends Pick<ReviewLine, "depth" | "label"> {
  readonly name?: string;
  readonly value?: string;
  readonly maxBytes?: number;
}

interface RawSection {
  readonly title: string;
  readonly items: readonly RawLine[];
}

// Enough for every id that a spec package can allow.
const maxIdBytes = 528;
const maxOwnerBytes = 304;
const maxWordBytes = 72;
const maxNameBytes = 80;

// If the review does not fit: the limit for each text, and the space that is reserved for the last line of each section.
const maxTextBytes = 160;
const noteBytes = 40;

function createHead({ targetProduct, domainId, specPackage, candidate, digest }: ProposalPackage): readonly RawLine[] {
  const { owner } = candidate;
  const createItem = (label: string, value: Json | undefined, maxBytes: number): RawLine =>
    value === undefined
      ? { depth: 0, label: `${label}: not given` }
      : { depth: 0, label, value: toText(value), maxBytes };
  return [
    createItem("In the name of", isObject(owner) ? readMember(owner, "id") : owner, maxOwnerBytes),
    createItem("Kind of owner", isObject(owner) ? readMember(owner, "kind") : undefined, maxWordBytes),
    createItem("Product", targetProduct, maxWordBytes),
    createItem("Domain", domainId, maxWordBytes),
    createItem("Version of the rules", specPackage.version, maxWordBytes),
    createItem("Permanent id", readMember(candidate, "generatorId"), maxIdBytes),
    createItem("First 12 digits of the digest", digest.replace(/^sha256:/, "").slice(0, 12), maxWordBytes),
  ];
}

// Shorter properties come first, so that a review that does not fit loses the end of the longest one.
function createItems(candidate: JsonObject, decided: ReadonlySet<string>): readonly RawLine[] {
  const { owner, generatorId: _, ...rest } = candidate;
  const { id: __, kind: ___, ...otherOwnerMembers } = isObject(owner) ? owner : {};
  const members = Object.keys(otherOwnerMembers).length > 0 ? { ...rest, owner: otherOwnerMembers } : rest;
  return sortMembers(members)
    .filter(([name]) => !decided.has(name))
    .map(([name, value]) => [...walkItems(value, { name })])
    .sort((a, b) => a.length - b.length)
    .flat();
}

function* walkItems(value: Json, head: Pick<RawLine, "name" | "label">, depth = 0): Generator<RawLine, void> {
  if (!isContainer(value) || Object.keys(value).length === 0) {
    yield { depth, ...head, value: toText(value) };
    return;
  }
  yield { depth, ...head };
  if (isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* walkItems(item, isContainer(item) ? { label: `item ${index + 1}` } : {}, depth + 1);
    }
  } else {
    for (const [name, item] of sortMembers(value)) yield* walkItems(item, { name }, depth + 1);
  }
}

// Sorts by name, because the order in which members were written has no meaning.
function sortMembers(object: JsonObject): readonly (readonly [name: string, value: Json])[] {
  return Object.entries<Json>(object).sort(([a], [b]) => (a < b ? -1 : 1));
}

// Each section leaves half of the remaining space to the sections after it.
function shorten([head, ...others]: readonly RawSection[]): readonly ReviewSection[] {
  const note = { depth: 0, label: "This text is shortened; the package contains everything" };
  const first = { title: head?.title ?? "", lines: [...takeLines(head?.items ?? [], maxTextBytes), note] };
  const headings = toMarkdown([first, ...others.map(({ title }) => ({ title, lines: [] }))]);
  let bytesLeft = limits.ownerReviewBytes - utf8Length(headings) - noteBytes * others.length;
  const sections = others.map(({ title, items }, index) => {
    const lines = takeLines(items, maxTextBytes, index < others.length - 1 ? bytesLeft / 2 : bytesLeft);
    bytesLeft -= countBytes(lines);
    const rest = items.length - lines.length;
    const restLine = { depth: 0, label: `and ${formatCount(rest, ["more line", "more lines"])}` };
    return { title, lines: rest > 0 ? [...lines, restLine] : lines };
  });
  return [first, ...sections];
}

function takeLines(
  items: readonly RawLine[],
  textBytes = Number.POSITIVE_INFINITY,
  maxBytes: number = limits.ownerReviewBytes,
): readonly ReviewLine[] {
  const lines: ReviewLine[] = [];
  let bytesLeft = maxBytes;
  for (const item of items) {
    const line = toLine(item, textBytes);
    bytesLeft -= countBytes([line]);
    if (bytesLeft < 0) break;
    lines.push(line);
  }
  return lines;
}

function toLine({ name, value, maxBytes, ...line }: RawLine, textBytes: number): ReviewLine {
  return {
    ...line,
    name: name === undefined ? undefined : toReviewText(name, maxNameBytes),
    value: value === undefined ? undefined : toReviewText(value, maxBytes ?? textBytes),
  };
}

function countBytes(lines: readonly ReviewLine[]): number {
  return utf8Length(lines.map(toMarkdownLine).join(""));
}

// Paths in a verdict refer to the submitted candidate, but items in the package can have a different order.
function replaceIndexes(pointer: string): string {
  return pointer === "" ? "the whole candidate" : pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

interface Decision {
  readonly path: readonly string[];
  readonly value: Json;
}

// Leaves out the owner, which the review shows at the top.
function findDecisions({ owner: _, ...candidate }: JsonObject, { isOwnerDecision }: SpecParts): readonly Decision[] {
  const decisions: Decision[] = [];
  const meter = createMeter(Number.POSITIVE_INFINITY);
  const walk = (value: Json, path: readonly string[]) => {
    if (path.length > 0 && isOwnerDecision(path, meter)) decisions.push({ path, value });
    else if (isContainer(value)) for (const [name, inner] of Object.entries<Json>(value)) walk(inner, [...path, name]);
  };
  walk(candidate, []);
  return decisions;
}
