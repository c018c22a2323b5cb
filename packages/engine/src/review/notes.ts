import { type Json, type JsonObject, limits, type Verdict } from "@assay/contract";
import { isArray, isContainer } from "../json/json.ts";
import { shownPointer } from "../json/pointer.ts";
import { createMeter, type Meter, withinBudget } from "../meter.ts";
import { type CompiledSpec, partsOf } from "../spec/compiled-spec.ts";
import { utf8Length } from "../text/characters.ts";
import { codeSpan, textOf } from "./code-span.ts";
import { fitItems, wholeItems } from "./fit-items.ts";
import type { Part } from "./fit-parts.ts";

/** What a review can say besides the package. */
export interface ReviewSources {
  /** The verdict on the candidate, for its warnings. */
  readonly verdict?: Verdict | undefined;
  /** The rules, for what they leave to the owner. */
  readonly spec?: CompiledSpec | undefined;
}

/** What the owner should see first: the warnings, and the values that only the owner decides, with their properties. */
export function notesOf(candidate: JsonObject, { verdict, spec }: ReviewSources) {
  const warnings = (verdict?.diagnostics ?? []).filter(({ severity }) => severity === "warning");
  const decisions = spec ? decisionsIn(candidate, spec) : [];
  const notes = [
    ...section(
      "Warnings",
      warnings.map(({ path, message }) => [withoutNumbers(path), message] as const),
    ),
    ...section(
      "What only the owner can decide",
      decisions.map(({ path, value }) => [shownPointer(path), textOf(value)] as const),
    ),
  ];
  return { notes, decided: new Set(decisions.flatMap(({ path }) => (path.length === 1 ? path : []))) };
}

// Paths of a verdict lead into the candidate as it was sent; in the package, items may have another order.
function withoutNumbers(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

function section(title: string, notes: readonly (readonly [place: string, text: string])[]): readonly Part[] {
  if (notes.length === 0) return [];
  const head = `## ${title}: ${notes.length}\n\n`;
  const write = (index: number, bytes: number) => {
    const [place = "", text = ""] = notes[index] ?? [];
    const note = `- ${codeSpan(place === "" ? "the whole candidate" : place, bytes)}: ${codeSpan(text, bytes)}\n`;
    return { text: note, bytes: utf8Length(note) };
  };
  const all = wholeItems({ count: notes.length, write });
  const more = (count: number) => (count > 0 ? `- and ${count} more\n` : "");
  const besides = utf8Length(head) + 1;
  return [
    {
      whole: all && `${head}${all}\n`,
      least: besides + utf8Length(more(notes.length)),
      write(maxBytes) {
        const written = fitItems({ count: notes.length, write }, maxBytes - besides, utf8Length(more(notes.length)));
        return `${head}${written.join("")}${more(notes.length - written.length)}\n`;
      },
    },
  ];
}

interface Decision {
  readonly path: readonly string[];
  readonly value: Json;
}

// Who the owner is stands at the beginning of the review.
function decisionsIn(candidate: JsonObject, spec: CompiledSpec): readonly Decision[] {
  const { isOwnerDecision } = partsOf(spec);
  const found: Decision[] = [];
  const walk = (value: Json, path: readonly string[], meter: Meter) => {
    if (path.length > 0 && isOwnerDecision(path, meter)) found.push({ path, value });
    else if (isContainer(value)) {
      const names = isArray(value) ? Object.keys(value) : Object.keys(value).sort();
      for (const name of names) walk((value as JsonObject)[name] as Json, [...path, name], meter);
    }
  };
  const { owner: _, ...rest } = candidate;
  withinBudget(
    () => walk(rest, [], createMeter(limits.steps)),
    () => undefined,
  );
  return found;
}
