import type { Expression } from "./expression.ts";
import { allOf, type Facts, factOf, noFacts } from "./facts.ts";
import { guardsOf } from "./guards.ts";
import type { Inferred } from "./inferred.ts";
import { type PlaceOfName, placesOfSelf } from "./places.ts";
import type { SchemaTypes } from "./schema-types.ts";

/** What a part of an expression can use: names, and what is known about the candidate where it is evaluated. */
export interface Scope {
  readonly names: ReadonlyMap<string, Inferred>;
  readonly facts: Facts;
}

/** The scope of a whole expression. */
export function scopeOfRule(self: readonly string[]): Scope {
  const places = placesOfSelf(self);
  // A rule runs only where there is a value at `at`.
  const present = self.flatMap((token, index) =>
    token === "*" ? [] : [factOf(places[index] as string, token, { isPresent: true })],
  );
  const names = new Map([
    ["self", { pattern: self, places }],
    ["candidate", { pattern: [], places: placesOfSelf([]) }],
  ]);
  return { names, facts: allOf(present) };
}

/** The scope of each operand: those of `&&` and `||` guard each other, and the condition of `?:` guards its results. */
export function scopesOfOperands(name: string, operands: readonly Expression[], scope: Scope): readonly Scope[] {
  if (!["_&&_", "_||_", "_?_:_"].includes(name)) return operands.map(() => scope);
  const guards = operands.map((operand) => guardsOf(operand, placesIn(scope)));
  const knowing = (...facts: readonly Facts[]): Scope => ({ ...scope, facts: allOf([scope.facts, ...facts]) });
  if (name === "_?_:_") {
    const { whenTrue = noFacts, whenFalse = noFacts } = guards[0] ?? {};
    return [scope, knowing(whenTrue), knowing(whenFalse)];
  }
  const together = knowing(...guards.map(({ whenTrue, whenFalse }) => (name === "_&&_" ? whenTrue : whenFalse)));
  return operands.map(() => together);
}

/** Looks up the place of a name. */
export function placesIn({ names }: Scope): PlaceOfName {
  return (name) => names.get(name)?.places?.at(-1);
}

/** Whether the property that a pattern ends with is there in every valid candidate for which the facts hold. */
export function isPresent(
  pattern: readonly string[],
  places: readonly string[],
  facts: Facts,
  schema: SchemaTypes,
): boolean {
  const known = places.map((place, tokens) => {
    const properties = [...(facts.get(place) ?? [])].map(([name, property]) => {
      // A comparison that fails tells nothing, so it counts only where the compared property is always there.
      const isThere = property.isPresent ?? (schema.isRequired([...pattern.slice(0, tokens), name]) || undefined);
      return [name, { ...property, isPresent: isThere }] as const;
    });
    return new Map(properties);
  });
  return known.at(-1)?.get(pattern.at(-1) ?? "")?.isPresent === true || schema.isRequired(pattern, known);
}
