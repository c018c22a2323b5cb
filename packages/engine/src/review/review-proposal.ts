import { type Json, type JsonObject, limits, type ProposalPackage, type Verdict } from "@assay/contract";
import { isArray, isContainer, isObject, readMember } from "../json/json.ts";
import { toVisiblePointer } from "../json/pointer.ts";
import { createMeter } from "../meter.ts";
import type { Place } from "../schema/place.ts";
import { type CompiledSpec, openSpec, type SpecParts } from "../spec/compiled-spec.ts";
import { utf8Length } from "../text/characters.ts";
import { formatCount } from "../text/phrases.ts";
import {
  describeProperty,
  findInner,
  listMembers,
  type Places,
  type PropertyDescription,
} from "./describe-property.ts";
import { type ReviewLine, type ReviewSection, toReviewText, toText } from "./review-text.ts";
import { toMarkdownLine } from "./to-markdown-line.ts";

/** Optional input for a review, in addition to the package. */
export interface ReviewSources {
  /** The verdict on the candidate, for its warnings. */
  readonly verdict?: Verdict | undefined;
  /** The spec package, for the order and the titles of properties and the values that only the owner can decide. */
  readonly spec?: CompiledSpec | undefined;
}

/**
 * Describes what is proposed and in whose name, as Markdown of at most 4 KB for a person to read before the package is submitted.
 * `verdict` adds the warnings, and `spec` adds the values that only the owner can decide and what the properties are.
 *
 * @example
 * const built = engine.build({ spec, registry, candidate });
 * if (built.valid) console.log(describeProposal(built.proposalPackage, { spec, verdict: built.verdict }));
 */
export function describeProposal(proposalPackage: ProposalPackage, sources: ReviewSources = {}): string {
  const sections = writeReview(proposalPackage, sources);
  return sections.map(({ title, markdown }, index) => toHeading(title, index) + markdown).join("");
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
  return writeReview(proposalPackage, sources).map(({ title, lines }) => ({ title, lines }));
}

/** A section before it is written. */
interface Draft {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Lines that belong together. */
interface Block {
  readonly lineCount: number;
  /** Adds one line after the other until `add` returns false, because there is no room. */
  addTo(add: AddLine): boolean;
}

type AddLine = (line: DraftLine) => boolean;

/** A line whose texts are not cut yet. */
interface DraftLine {
  readonly depth?: number;
  readonly label?: string;
  readonly name?: string;
  readonly about?: string | undefined;
  readonly isFreeText?: boolean | undefined;
  readonly value?: string;
  readonly maxBytes?: number;
}

interface WrittenSection extends ReviewSection {
  readonly lines: ReviewLine[];
  markdown: string;
  bytes: number;
}

// Enough for every id that a spec package can allow.
const maxIdBytes = 528;
const maxOwnerBytes = 304;
const maxWordBytes = 72;
const maxNameBytes = 80;
const maxAboutBytes = 60;

// If the review does not fit: the limit for each text, and the space that is reserved for the last line of each section.
const maxTextBytes = 160;
const noteBytes = 40;

function writeReview(proposalPackage: ProposalPackage, { verdict, spec }: ReviewSources): readonly WrittenSection[] {
  const { candidate } = proposalPackage;
  const parts = spec && openSpec(spec);
  const places = parts ? [parts.place] : [];
  const decisions = parts ? findDecisions(candidate, parts) : [];
  const decided = new Set(decisions.flatMap(({ path }) => (path.length === 1 ? path : [])));
  const warnings = (verdict?.diagnostics ?? []).filter(({ severity }) => severity === "warning");
  const notes = {
    Warnings: warnings.map(({ path, message }) => ({ name: replaceIndexes(path), value: message })),
    "What only the owner can decide": decisions.map(({ path, value, description }) => ({
      ...description,
      name: toVisiblePointer(path),
      value: toText(value),
    })),
  };
  const properties = listProperties(candidate, places).filter(({ name }) => !decided.has(name));
  const drafts = [
    createDraft("Proposal to review", listHead(proposalPackage)),
    ...Object.entries(notes).flatMap(([title, lines]) =>
      lines.length > 0 ? [createDraft(`${title}: ${lines.length}`, lines)] : [],
    ),
    { title: "What is proposed", blocks: properties },
  ];
  const headings = drafts.map(({ title }, index) => toHeading(title, index));
  const room = limits.ownerReviewBytes - headings.join("").length;
  const isLong = properties.reduce((sum, { leastBytes }) => sum + leastBytes, 0) > room;
  const whole = isLong
    ? undefined
    : (writeWhole(drafts, room, { isDescribed: true }) ?? writeWhole(drafts, room, { isDescribed: false }));
  return whole ?? writeShortened(drafts, room);
}

function createDraft(title: string, lines: readonly DraftLine[]): Draft {
  return { title, blocks: [{ lineCount: lines.length, addTo: (add) => lines.every(add) }] };
}

function toHeading(title: string, index: number): string {
  return `${index === 0 ? "#" : "\n##"} ${title}\n\n`;
}

function listHead({ targetProduct, domainId, specPackage, candidate, digest }: ProposalPackage): readonly DraftLine[] {
  const { owner } = candidate;
  const createLine = (label: string, value: Json | undefined, maxBytes: number): DraftLine =>
    value === undefined ? { label: `${label}: not given` } : { label, value: toText(value), maxBytes };
  return [
    createLine("In the name of", isObject(owner) ? readMember(owner, "id") : owner, maxOwnerBytes),
    createLine("Kind of owner", isObject(owner) ? readMember(owner, "kind") : undefined, maxWordBytes),
    createLine("Product", targetProduct, maxWordBytes),
    createLine("Domain", domainId, maxWordBytes),
    createLine("Version of the rules", specPackage.version, maxWordBytes),
    createLine("Permanent id", readMember(candidate, "generatorId"), maxIdBytes),
    createLine("First 12 digits of the digest", digest.replace(/^sha256:/, "").slice(0, 12), maxWordBytes),
  ];
}

function listProperties(candidate: JsonObject, places: Places) {
  const { owner, generatorId: _, ...rest } = candidate;
  const { id: __, kind: ___, ...otherOwnerMembers } = isObject(owner) ? owner : {};
  const members = Object.keys(otherOwnerMembers).length > 0 ? { ...rest, owner: otherOwnerMembers } : rest;
  return listMembers(members, places).map(([name, value]) => ({
    name,
    ...measure(value),
    addTo: (add: AddLine) => addMember(add, [name, value], places, new Set()),
  }));
}

// A line takes at least five bytes and those of its text.
function measure(value: Json): { readonly lineCount: number; readonly leastBytes: number } {
  let lineCount = 1;
  let leastBytes = typeof value === "string" ? 5 + value.length : 5;
  for (const item of isContainer(value) ? Object.values<Json>(value) : []) {
    const inner = measure(item);
    lineCount += inner.lineCount;
    leastBytes += inner.leastBytes;
  }
  return { lineCount, leastBytes };
}

/** Adds the lines of a member of an object at `places`. What it is stands in the first line about its place. */
function addMember(
  add: AddLine,
  [name, value]: readonly [name: string, value: Json],
  places: Places,
  described: Set<Place>,
  depth = 0,
): boolean {
  const isDeclared = places.some((place) => place.declares(name));
  const inner = isDeclared || isContainer(value) ? findInner(places, {}, name) : [];
  const [first] = inner;
  if (!isDeclared || first === undefined || described.has(first))
    return addLines(add, value, { name }, inner, described, depth);
  described.add(first);
  const { about, isFreeText } = describeProperty(inner, value);
  return addLines(add, value, { name, about, isFreeText: isFreeText && depth === 0 }, inner, described, depth);
}

function addLines(
  add: AddLine,
  value: Json,
  head: Omit<DraftLine, "depth" | "value">,
  places: Places,
  described: Set<Place>,
  depth: number,
): boolean {
  if (!isContainer(value) || Object.keys(value).length === 0) return add({ depth, ...head, value: toText(value) });
  if (!add({ depth, ...head })) return false;
  if (!isArray(value))
    return listMembers(value, places).every((member) => addMember(add, member, places, described, depth + 1));
  return value.every((item, index) => {
    if (!isContainer(item)) return add({ depth: depth + 1, value: toText(item) });
    const inner = findInner(places, value, String(index));
    return addLines(add, item, { label: `item ${index + 1}` }, inner, described, depth + 1);
  });
}

/** Writes all lines, if there is room for them. */
function writeWhole(
  drafts: readonly Draft[],
  room: number,
  options: { readonly isDescribed: boolean },
): readonly WrittenSection[] | undefined {
  let left = room;
  const sections = drafts.map((draft) => {
    const section = writeSection(draft, left, options);
    left -= section.bytes;
    return section;
  });
  return sections.every(({ lines }, index) => lines.length === countLines(drafts[index])) ? sections : undefined;
}

// Each section leaves half of the remaining space to the sections after it.
function writeShortened(drafts: readonly Draft[], room: number): readonly WrittenSection[] {
  let left = room - noteBytes * (drafts.length - 1);
  return drafts.map((draft, index) => {
    const isBetween = index > 0 && index < drafts.length - 1;
    const section = writeSection(draft, isBetween ? left / 2 : left, { isDescribed: false, textBytes: maxTextBytes });
    const rest = countLines(draft) - section.lines.length;
    if (index === 0) addLine(section, { label: "This text is shortened; the package contains everything" });
    left -= section.bytes;
    if (rest > 0) addLine(section, { label: `and ${formatCount(rest, ["more line", "more lines"])}` });
    return section;
  });
}

function countLines(draft: Draft | undefined): number {
  return (draft?.blocks ?? []).reduce((sum, { lineCount }) => sum + lineCount, 0);
}

interface WriteOptions {
  /** Whether a line says what its property is. */
  readonly isDescribed: boolean;
  readonly textBytes?: number;
}

// Shorter blocks are written first, so that a review that does not fit loses the end of the longest one.
function writeSection({ title, blocks }: Draft, room: number, options: WriteOptions): WrittenSection {
  let left = room;
  const written = new Map<Block, WrittenSection>();
  for (const block of blocks.toSorted((a, b) => a.lineCount - b.lineCount)) {
    const section = { title, lines: [], markdown: "", bytes: 0 };
    block.addTo((line) => addLine(section, line, left, options));
    left -= section.bytes;
    written.set(block, section);
  }
  const sections = blocks.flatMap((block) => written.get(block) ?? []);
  return {
    title,
    lines: sections.flatMap(({ lines }) => lines),
    markdown: sections.map(({ markdown }) => markdown).join(""),
    bytes: room - left,
  };
}

/** Adds a line to a section and to its Markdown, if there is room for it. */
function addLine(
  section: WrittenSection,
  { depth = 0, label, name, about, value, isFreeText, maxBytes }: DraftLine,
  room = Number.POSITIVE_INFINITY,
  { isDescribed, textBytes = Number.POSITIVE_INFINITY }: WriteOptions = { isDescribed: false },
): boolean {
  const text = value === undefined ? undefined : toReviewText(value, maxBytes ?? textBytes);
  const line = {
    depth,
    label,
    name: name === undefined ? undefined : toReviewText(name, maxNameBytes),
    about: about === undefined || !isDescribed ? undefined : toReviewText(about, maxAboutBytes).text,
    value: text && isFreeText ? { ...text, note: `${text.note} (written by the author)` } : text,
  };
  const markdown = toMarkdownLine(line);
  const bytes = section.bytes + utf8Length(markdown);
  if (bytes > room) return false;
  section.lines.push(line);
  section.markdown += markdown;
  section.bytes = bytes;
  return true;
}

// Paths in a verdict refer to the submitted candidate, but items in the package can have a different order.
function replaceIndexes(pointer: string): string {
  return pointer === "" ? "the whole candidate" : pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

interface Decision {
  readonly path: readonly string[];
  readonly value: Json;
  readonly description: PropertyDescription;
}

// Leaves out the owner, which the review shows at the top.
function findDecisions(
  { owner: _, ...candidate }: JsonObject,
  { place, isOwnerDecision, declaredNames }: SpecParts,
): readonly Decision[] {
  const decisions: Decision[] = [];
  const meter = createMeter(Number.POSITIVE_INFINITY);
  const path: string[] = [];
  const walk = (container: readonly Json[] | JsonObject, findPlaces: () => Places) => {
    for (const name of Object.keys(container)) {
      const value = (container as JsonObject)[name] as Json;
      path.push(name);
      // Only a declared property can be marked.
      if (declaredNames.has(name) && isOwnerDecision(path, meter)) {
        const description = describeProperty(findInner(findPlaces(), container, name), value);
        decisions.push({ path: [...path], value, description });
      } else if (isContainer(value)) walk(value, () => findInner(findPlaces(), container, name));
      path.pop();
    }
  };
  walk(candidate, () => [place]);
  return decisions;
}
