/** What is known about a property of an object while a part of an expression is evaluated. */
export interface KnownProperty {
  /** Whether the object has it; undefined if that is not known. */
  readonly isPresent?: boolean | undefined;
  /** Which values it can have, if it is there. */
  readonly values?: Values | undefined;
}

/** Scalar values as JSON texts: all that a value can be, or some that it is not. */
export interface Values {
  readonly are: "among" | "not among";
  readonly listed: ReadonlySet<string>;
}

/** What is known about the properties of one object, by name. */
export type KnownProperties = ReadonlyMap<string, KnownProperty>;

/** What is known about properties, by the place of the object that has them. */
export type Facts = ReadonlyMap<string, KnownProperties>;

export const noFacts: Facts = new Map();

/** One fact about one property. */
export function factOf(object: string, name: string, known: KnownProperty): Facts {
  return new Map([[object, new Map([[name, known]])]]);
}

/** What is known if all of these hold. */
export function allOf(several: readonly Facts[]): Facts {
  const [first = noFacts, ...others] = several.filter((facts) => facts.size > 0);
  if (others.length === 0) return first;
  const joined = new Map<string, Map<string, KnownProperty>>();
  for (const facts of [first, ...others]) {
    for (const [object, properties] of facts) {
      const known = joined.get(object) ?? new Map<string, KnownProperty>();
      joined.set(object, known);
      for (const [name, property] of properties) known.set(name, both(known.get(name), property));
    }
  }
  return joined;
}

/** What is known if one of these holds, whichever it is. */
export function anyOf(several: readonly Facts[]): Facts {
  const [first = noFacts, ...others] = several;
  return others.reduce((facts, other) => {
    const shared = new Map<string, KnownProperties>();
    for (const [object, properties] of facts) {
      const known = [...properties].flatMap(([name, property]) => {
        const joined = either(property, other.get(object)?.get(name));
        return joined ? [[name, joined] as const] : [];
      });
      if (known.length > 0) shared.set(object, new Map(known));
    }
    return shared;
  }, first);
}

/** Whether a value can be none of these. */
export function excludes({ are, listed }: Values, values: ReadonlySet<string>): boolean {
  return are === "among" ? listed.isDisjointFrom(values) : values.isSubsetOf(listed);
}

/** Whether a value is always one of these. */
export function isAmong({ are, listed }: Values, values: ReadonlySet<string>): boolean {
  return are === "among" && listed.isSubsetOf(values);
}

function both(a: KnownProperty | undefined, b: KnownProperty): KnownProperty {
  if (!a) return b;
  const values = a.values && b.values ? intersection(a.values, b.values) : (a.values ?? b.values);
  return { isPresent: a.isPresent ?? b.isPresent, values };
}

function either(a: KnownProperty, b: KnownProperty | undefined): KnownProperty | undefined {
  if (!b) return undefined;
  const isPresent = a.isPresent === b.isPresent ? a.isPresent : undefined;
  const values = a.values && b.values ? union(a.values, b.values) : undefined;
  return isPresent === undefined && !values ? undefined : { isPresent, values };
}

function intersection(a: Values, b: Values): Values {
  if (a.are !== b.are) {
    const [among, others] = a.are === "among" ? [a, b] : [b, a];
    return { are: "among", listed: among.listed.difference(others.listed) };
  }
  return { are: a.are, listed: a.are === "among" ? a.listed.intersection(b.listed) : a.listed.union(b.listed) };
}

function union(a: Values, b: Values): Values {
  if (a.are !== b.are) {
    const [among, others] = a.are === "among" ? [a, b] : [b, a];
    return { are: "not among", listed: others.listed.difference(among.listed) };
  }
  return { are: a.are, listed: a.are === "among" ? a.listed.union(b.listed) : a.listed.intersection(b.listed) };
}
