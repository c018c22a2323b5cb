import { type Json, type JsonObject, limits, type ProposalPackage, type Verdict } from "@assay/contract";
import { isArray, isContainer, isObject, readMember } from "../json/json.ts";
import { toVisiblePointer } from "../json/pointer.ts";
import { createMeter } from "../meter.ts";
import { type CompiledSpec, openSpec, type SpecParts } from "../spec/compiled-spec.ts";
import { utf8Length } from "../text/characters.ts";
import { formatCount } from "../text/phrases.ts";
import { type ReviewLine, type ReviewSection, toReviewText, toText } from "./review-text.ts";
import { toMarkdownLine } from "./to-markdown-line.ts";

/** Optional input for a review, in addition to the package. */
export interface ReviewSources {
  /** The verdict on the candidate, for its warnings. */
  readonly verdict?: Verdict | undefined;
  /** The spec package, for the values that only the owner can decide. */
  readonly spec?: CompiledSpec | undefined;
}

/**
 * Describes what is proposed and in whose name, as Markdown of at most 4 KB for a person to read before the package is submitted.
 * `verdict` adds the warnings, and `spec` adds the values that only the owner can decide.
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

// If the review does not fit: the limit for each text, and the space that is reserved for the last line of each section.
const maxTextBytes = 160;
const noteBytes = 40;

function writeReview(proposalPackage: ProposalPackage, { verdict, spec }: ReviewSources): readonly WrittenSection[] {
  const { candidate } = proposalPackage;
  const decisions = spec ? findDecisions(candidate, openSpec(spec)) : [];
  const decided = new Set(decisions.flatMap(({ path }) => (path.length === 1 ? path : [])));
  const warnings = (verdict?.diagnostics ?? []).filter(({ severity }) => severity === "warning");
  const notes = {
    Warnings: warnings.map(({ path, message }) => ({ name: replaceIndexes(path), value: message })),
    "What only the owner can decide": decisions.map(({ path, value }) => ({
      name: toVisiblePointer(path),
      value: toText(value),
    })),
  };
  const properties = listProperties(candidate).filter(({ name }) => !decided.has(name));
  const drafts = [
    createDraft("Proposal to review", listHead(proposalPackage)),
    ...Object.entries(notes).flatMap(([title, lines]) =>
      lines.length > 0 ? [createDraft(`${title}: ${lines.length}`, lines)] : [],
    ),
    {
      title: "What is proposed",
      lineCount: properties.reduce((sum, { lineCount }) => sum + lineCount, 0),
      addTo: (add: AddLine) => properties.every(({ name, value }) => addLines(add, value, { name })),
    },
  ];
  const headings = drafts.map(({ title }, index) => toHeading(title, index));
  const room = limits.ownerReviewBytes - headings.join("").length;
  const isLong = properties.reduce((sum, { leastBytes }) => sum + leastBytes, 0) > room;
  return (isLong ? undefined : writeWhole(drafts, room)) ?? writeShortened(drafts, room);
}

function createDraft(title: string, lines: readonly DraftLine[]): Draft {
  return { title, lineCount: lines.length, addTo: (add) => lines.every(add) };
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

// Shorter properties come first, so that a review that does not fit loses the end of the longest one.
function listProperties(candidate: JsonObject) {
  const { owner, generatorId: _, ...rest } = candidate;
  const { id: __, kind: ___, ...otherOwnerMembers } = isObject(owner) ? owner : {};
  const members = Object.keys(otherOwnerMembers).length > 0 ? { ...rest, owner: otherOwnerMembers } : rest;
  return sortMembers(members)
    .map(([name, value]) => ({ name, value, ...measure(value) }))
    .sort((a, b) => a.lineCount - b.lineCount);
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

function addLines(add: AddLine, value: Json, head: Pick<DraftLine, "name" | "label">, depth = 0): boolean {
  if (!isContainer(value) || Object.keys(value).length === 0) return add({ depth, ...head, value: toText(value) });
  if (!add({ depth, ...head })) return false;
  if (!isArray(value)) return sortMembers(value).every(([name, item]) => addLines(add, item, { name }, depth + 1));
  return value.every((item, index) =>
    addLines(add, item, isContainer(item) ? { label: `item ${index + 1}` } : {}, depth + 1),
  );
}

// Sorts by name, because the order in which members were written has no meaning.
function sortMembers(object: JsonObject): readonly (readonly [name: string, value: Json])[] {
  return Object.entries<Json>(object).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Writes all lines, if there is room for them. */
function writeWhole(drafts: readonly Draft[], room: number): readonly WrittenSection[] | undefined {
  let left = room;
  const sections = drafts.map((draft) => {
    const section = writeSection(draft, left);
    left -= section.bytes;
    return section;
  });
  return sections.every(({ lines }, index) => lines.length === drafts[index]?.lineCount) ? sections : undefined;
}

// Each section leaves half of the remaining space to the sections after it.
function writeShortened(drafts: readonly Draft[], room: number): readonly WrittenSection[] {
  let left = room - noteBytes * (drafts.length - 1);
  return drafts.map((draft, index) => {
    const isBetween = index > 0 && index < drafts.length - 1;
    const section = writeSection(draft, isBetween ? left / 2 : left, maxTextBytes);
    const rest = draft.lineCount - section.lines.length;
    if (index === 0) addLine(section, { label: "This text is shortened; the package contains everything" });
    left -= section.bytes;
    if (rest > 0) addLine(section, { label: `and ${formatCount(rest, ["more line", "more lines"])}` });
    return section;
  });
}

function writeSection({ title, addTo }: Draft, room: number, textBytes?: number): WrittenSection {
  const section = { title, lines: [], markdown: "", bytes: 0 };
  addTo((line) => addLine(section, line, room, textBytes));
  return section;
}

/** Adds a line to a section and to its Markdown, if there is room for it. */
function addLine(
  section: WrittenSection,
  { depth = 0, label, name, value, maxBytes }: DraftLine,
  room = Number.POSITIVE_INFINITY,
  textBytes = Number.POSITIVE_INFINITY,
): boolean {
  const line = {
    depth,
    label,
    name: name === undefined ? undefined : toReviewText(name, maxNameBytes),
    value: value === undefined ? undefined : toReviewText(value, maxBytes ?? textBytes),
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
}

// Leaves out the owner, which the review shows at the top.
function findDecisions(
  { owner: _, ...candidate }: JsonObject,
  { isOwnerDecision, declaredNames }: SpecParts,
): readonly Decision[] {
  const decisions: Decision[] = [];
  const meter = createMeter(Number.POSITIVE_INFINITY);
  const walk = (container: readonly Json[] | JsonObject, parent: readonly string[]) => {
    for (const [name, value] of Object.entries<Json>(container)) {
      // Only a declared property can be marked.
      const isDecision = declaredNames.has(name) && isOwnerDecision([...parent, name], meter);
      if (isDecision) decisions.push({ path: [...parent, name], value });
      else if (isContainer(value)) walk(value, [...parent, name]);
    }
  };
  walk(candidate, []);
  return decisions;
}
