import { type Json, pointerOf } from "@assay/contract";
import { canonicalJson } from "../json/canonical-json.ts";
import { outsideText } from "../text/outside-text.ts";

/**
 * What one change, taken alone, can do: only refuse more (`narrower`), only accept more (`wider`), `either`, change who must
 * act, change what is only warned about, or change what authors read (`text`).
 */
export type Effect = "narrower" | "wider" | "either" | "who-acts" | "warning" | "text";

/** A place at which two packages differ. */
export interface Change {
  readonly effect: Effect;
  /** A JSON Pointer into the new package, or into the old one if the place is gone. */
  readonly at: string;
  /** The rule, if it is one of `rules`. */
  readonly rule?: string;
  readonly what: string;
  /** Where it is in the old and in the new package. */
  readonly oldAt?: string;
  readonly newAt?: string;
}

/** The same place in the old and in the new package. */
export interface Place {
  readonly old: readonly string[];
  readonly next: readonly string[];
}

/** The place of a member of both; items of arrays may have moved. */
export function below({ old, next }: Place, oldToken: string, nextToken: string = oldToken): Place {
  return { old: [...old, oldToken], next: [...next, nextToken] };
}

/** A place that has one value in the old package and another one in the new; absent if it has none. */
export function changeAt(place: Place, effect: Effect, before: Json | undefined, after: Json | undefined): Change {
  return {
    effect,
    at: pointerOf(after === undefined ? place.old : place.next),
    what: describeValues(before, after),
    ...(before !== undefined && { oldAt: pointerOf(place.old) }),
    ...(after !== undefined && { newAt: pointerOf(place.next) }),
  };
}

/** How a list changed whose order says nothing, by what more values mean. Equal lists in another order are a text. */
export function changeOfSet(
  place: Place,
  [before, after]: readonly [readonly Json[], readonly Json[]],
  [more, less]: readonly [more: Effect, less: Effect],
  covers: (set: readonly Json[], value: Json) => boolean = includes,
): Change {
  const added = after.filter((value) => !covers(before, value));
  const removed = before.filter((value) => !covers(after, value));
  const effect = added.length === 0 ? (removed.length === 0 ? "text" : less) : removed.length === 0 ? more : "either";
  const parts = [...listed("added", added), ...listed("removed", removed)];
  return { ...changeAt(place, effect, before, after), what: parts.join("; ") || "in a different order" };
}

/** Whether two values are equal, whatever the order of their members. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}

function includes(set: readonly Json[], value: Json): boolean {
  return set.some((other) => isEqual(other, value));
}

function listed(verb: string, values: readonly Json[]): readonly string[] {
  return values.length === 0 ? [] : [`${verb} ${values.map((value) => cut(JSON.stringify(value))).join(", ")}`];
}

const maxShown = 100;
const context = 24;

function describeValues(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return `added ${cut(JSON.stringify(after))}`;
  if (after === undefined) return `removed ${cut(JSON.stringify(before))}`;
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)];
  if (one.length <= maxShown && other.length <= maxShown) return `${cut(one)} → ${cut(other)}`;
  // Of long values, what differs, with a little around it.
  let start = 0;
  while (one[start] === other[start]) start += 1;
  const from = Math.max(start - context, 0);
  const shown = (text: string) => cut(`${from > 0 ? "…" : ""}${text.slice(from)}`);
  return `${shown(one)} → ${shown(other)}`;
}

function cut(text: string): string {
  return outsideText(text, maxShown);
}
