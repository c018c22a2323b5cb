import evidentNames from "./evident-names.json" with { type: "json" };

/** The names of one object: those that nobody knows, and the known ones that it has or has not. */
export interface Names {
  readonly unknown: readonly string[];
  readonly absent: readonly string[];
  readonly present: readonly string[];
}

/**
 * Whether a name says that an unknown property is an absent one: a person would take it for that one, and no other name, on
 * either side, resembles as well. Which names resemble each other is written down, and shares no code with the engine; a name
 * that the list lacks is no evidence, so a new trap may need a line there.
 */
export function isEvident(name: string, expected: string, { unknown, absent, present }: Names): boolean {
  const strength = strengthOf(name, expected);
  if (strength === 0 || !absent.includes(expected)) return false;
  const known = [...absent, ...present].filter((other) => other !== expected);
  const rivals = [
    ...known.map((other) => strengthOf(name, other)),
    ...unknown.filter((other) => other !== name).map((other) => strengthOf(other, expected)),
  ];
  return rivals.every((rival) => rival < strength);
}

/** The absent property that a name evidently stands for. */
export function evidentName(name: string, names: Names): string | undefined {
  return names.absent.find((expected) => isEvident(name, expected, names));
}

/** The names of an object, by the properties that its schema knows. */
export function namesIn(members: object, known: readonly string[]): Names {
  const names = Object.keys(members);
  return {
    unknown: names.filter((name) => !known.includes(name)),
    absent: known.filter((name) => !names.includes(name)),
    present: known.filter((name) => names.includes(name)),
  };
}

// 3: the same letters; 2: one or two slips; 1: a part of the name; 0: another name, or one that says more.
const strengths = new Map(
  Object.entries<Resembling>(evidentNames).map(([known, alike]) => [
    known,
    new Map([
      ...alike.sameLetters.map((name) => [name, 3] as const),
      ...alike.slips.map((name) => [name, 2] as const),
      ...alike.parts.map((name) => [name, 1] as const),
    ]),
  ]),
);

interface Resembling {
  readonly sameLetters: readonly string[];
  readonly slips: readonly string[];
  readonly parts: readonly string[];
}

function strengthOf(name: string, expected: string): 0 | 1 | 2 | 3 {
  return strengths.get(expected)?.get(name) ?? 0;
}
