import type { Json, JsonObject } from "@assay/contract";
import type { CompiledRule, Records } from "../checks/check.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { isArray, isContainer } from "../json/json.ts";
import { findMatches } from "../json/pointer-pattern.ts";
import { spend } from "../meter.ts";
import type { Match } from "../names/match-names.ts";
import { acceptsAt } from "../schema/accepts.ts";
import type { Place } from "../schema/place.ts";
import { choose, findInner } from "../schema/visit.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { renameMembers, type Walk } from "./walk.ts";

/** For each rule about records, those that meet it. */
export type MetRecords = ReadonlyMap<CompiledRule, ReadonlySet<Json>>;

interface RecordsInput {
  readonly spec: SpecParts;
  /** Whether anything has been refused. Without that, every declaration is accepted. */
  readonly hasErrors: boolean;
  /** Corrects a text; `explain` explains why it is refused, unless its places do. */
  correctText(text: string, places: readonly Place[], around: readonly Place[], explain?: () => AnyFinding): Json;
  correctValue(value: Json, places: readonly Place[], around: readonly Place[]): Json;
}

const stepsPerMember = 2;

/**
 * Corrects the names and values in records, which depend on the fields that the corrected candidate declares, and returns the
 * records that meet their rule. Nothing is written towards a declaration that is itself refused.
 */
export function correctRecords(
  candidate: Json,
  walk: Walk,
  { spec, hasErrors, correctText, correctValue }: RecordsInput,
): { readonly candidate: Json; readonly met: MetRecords } {
  const { meter } = walk.input;
  const met = new Map<CompiledRule, ReadonlySet<Json>>();
  let current = candidate;

  // Goes to the values that a pattern matches, in places that a correction inside must not change.
  function changeAt(
    value: Json,
    places: readonly Place[],
    pattern: readonly string[],
    change: (value: Json, places: readonly Place[]) => Json,
  ): Json {
    const [token, ...rest] = pattern;
    if (!isContainer(value)) return value;
    return walk.settle(value, places, true, (kept, chosen) => {
      if (token === undefined) return change(kept, chosen);
      const tokens = Object.keys(kept as JsonObject).filter((name) => token === "*" || token === name);
      return walk.changeInside(kept, tokens, (name, inner) =>
        changeAt(inner, findPlacesInside(chosen, kept, name), rest, change),
      );
    });
  }

  function findPlacesInside(chosen: readonly Place[], container: Json, token: string): readonly Place[] {
    return findInner(chosen, (place) => (isArray(container) ? place.item(Number(token)) : place.member(token, meter)));
  }

  const assumed = walk.moves.flatMap((move) => (move.isAssumed ? [[...move.path, move.to]] : []));

  // Whether everything at a path accepts its value, and the names on the way are certain.
  function isAccepted(path: readonly string[]): boolean {
    if (!hasErrors) return true;
    if (assumed.some((tokens) => tokens.every((token, index) => token === path[index]))) return false;
    let [places, value]: [readonly Place[], Json] = [spec.place.alone, current];
    for (const token of path) {
      places = findPlacesInside(choose(places, value, meter), value, token);
      value = (value as JsonObject)[token] as Json;
    }
    return places.every((place) => acceptsAt(place, value, meter));
  }

  function correctRecord(record: JsonObject, chosen: readonly Place[], records: Records): Json {
    // The name of a declaration that was cut off could be the one that is written.
    const matches: ReadonlyMap<string, Match> = walk.isCut ? new Map() : records.match(record);
    const written = new Map<string, string>();
    for (const [name, { name: expected, isSame }] of matches) {
      const isFixed = isSame && walk.canCorrect(name) && walk.canCorrect(expected);
      if (!isFixed || !chosen.every((place) => place.acceptsName(expected, meter))) continue;
      written.set(expected, name);
      walk.record(records.explainName([...walk.path, name], expected), { kind: "rename", to: expected });
      walk.rename(name, expected, false);
    }
    const renamed = renameMembers(record, written);
    return walk.changeInside(renamed, Object.keys(renamed), (name, value) => {
      const places = findInner(chosen, (place) => place.member(name, meter));
      // Under its own name a value is corrected already, as far as its schema is concerned.
      const isRenamed = written.has(name);
      if (typeof value !== "string") return isRenamed ? correctValue(value, places, chosen) : value;
      // A near name is not corrected, but what it means is known.
      const type = records.readType(matches.get(name)?.name ?? name) ?? "";
      const field = spec.fieldPlaces.get(type);
      if (!field || acceptsAt(field, value, meter)) return isRenamed ? correctText(value, places, chosen) : value;
      const explain = () => records.explainValue([...walk.path], value, type);
      return correctText(value, [...places, field], chosen, explain);
    });
  }

  for (const rule of spec.rules) {
    if (!rule.records) continue;
    const records = rule.records.read(current, isAccepted, meter);
    const accepted = new Set<Json>();
    const accepts = (record: Json) =>
      accepted.has(record) || (records.accepts(record) && accepted.add(record).has(record));
    met.set(rule, accepted);
    const lists = [...findMatches(current, rule.records.at)].flatMap(({ value }) => (isArray(value) ? [value] : []));
    if (lists.every((list) => list.every(accepts))) continue;
    current = changeAt(current, spec.place.alone, rule.records.at, (list, chosen) => {
      const refused = isArray(list) ? Object.keys(list).filter((index) => !accepts(list[Number(index)] as Json)) : [];
      return walk.changeInside(list, refused, (index, record) => {
        spend(meter, stepsPerMember * Object.keys(record as JsonObject).length);
        const places = findPlacesInside(chosen, list, index);
        const corrected = changeAt(record, places, [], (kept, inside) =>
          correctRecord(kept as JsonObject, inside, records),
        );
        if (corrected !== record) accepts(corrected);
        return corrected;
      });
    });
  }
  return { candidate: current, met };
}
