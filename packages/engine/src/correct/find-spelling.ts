import type { Json } from "@assay/contract";
import { parseScalarText } from "../json/parse-scalar-text.ts";
import { findListed, type Spelling } from "../names/find-listed.ts";
import { acceptsAt } from "../schema/accepts.ts";
import { listValues, type Place } from "../schema/place.ts";
import { type ExplainInput, listAliases } from "../schema-errors/explain-violation.ts";

/**
 * Finds the first equal spelling of a text that everything at its places accepts. If the places refuse the text for its type or
 * because it is not listed, a spelling that they refuse for another reason is still closer: then both are reported.
 * `slug` is the text in the form of an id, if it is an id and ids are compared in this form.
 */
export function findSpelling(
  text: string,
  places: readonly Place[],
  slug: string | undefined,
  { aliases, meter }: ExplainInput,
): Spelling | undefined {
  const parts = places.flatMap((place) => place.parts);
  const listed = parts.flatMap((part) => findListed(text, listValues(part), listAliases(part, aliases), meter) ?? []);
  const written = [text.trim(), parseScalarText(text), slug].flatMap((value) => (value === undefined ? [] : { value }));
  const find = (accepts: (value: Json) => boolean): Spelling | undefined => {
    const isOther = ({ value }: Spelling) => value !== text && accepts(value);
    const [first, ...others] = listed.filter(isOther);
    if (!first) return written.find(isOther);
    // Lists that disagree leave open which of their values is meant.
    return others.every(({ value }) => value === first.value) ? first : undefined;
  };
  const canHold = (value: Json) => places.every((place) => place.canHold(value, meter));
  return (
    find((value) => places.every((place) => acceptsAt(place, value, meter))) ??
    (canHold(text) ? undefined : find(canHold))
  );
}

/** Whether a text might have another spelling at places: without lists, most texts have none. */
export function mightBeRespelled(text: string, places: readonly Place[], slug: string | undefined): boolean {
  if (text.trim() !== text || parseScalarText(text) !== undefined || (slug ?? text) !== text) return true;
  return places.some((place) => place.choices.length > 0 || place.parts.some((part) => listValues(part).length > 0));
}
