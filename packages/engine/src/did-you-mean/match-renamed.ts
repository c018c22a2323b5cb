/** An object in which properties are missing, and others are unknown. */
interface RenamedProperties {
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
  /** Whether the value of an unknown property could be that of a missing one. */
  fits(unknown: string, missing: string): boolean;
  /** The properties in the order of the object, and in the order of the schema. */
  readonly written: readonly string[];
  readonly known: readonly string[];
}

/**
 * Which unknown properties are missing ones under another name: decided by their values and, where that leaves a choice, by
 * the words of their names and by their order, because people and programs write properties in the order in which they know
 * them. Ambiguous properties stay unmatched.
 */
export function matchRenamed({
  unknown,
  missing,
  written,
  known,
  ...properties
}: RenamedProperties): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (unknown.length === 0 || missing.length === 0) return pairs;
  // Called once per pair: `fits` may be expensive.
  const fitting = new Map(
    unknown.map((name) => [name, new Set(missing.filter((expected) => properties.fits(name, expected)))] as const),
  );
  const fits = (name: string, expected: string) => fitting.get(name)?.has(expected) ?? false;
  const open = () => {
    const expected = new Set(pairs.values());
    return [unknown.filter((name) => !pairs.has(name)), missing.filter((name) => !expected.has(name))] as const;
  };

  // Matches a pair if each suits only the other.
  const matchSingles = (suits: (name: string, expected: string) => boolean) => {
    for (let before = -1; before !== pairs.size; ) {
      before = pairs.size;
      const [names, wanted] = open();
      for (const expected of wanted) {
        const [name, ...others] = names.filter((candidate) => suits(candidate, expected));
        if (name === undefined || others.length > 0) continue;
        if (wanted.filter((other) => suits(name, other)).length === 1) pairs.set(name, expected);
      }
    }
  };
  // Words decide only if every unknown property can be matched: one that is left over might be the better match.
  const contenders = unknown.filter((name) => missing.some((expected) => fits(name, expected)));
  if (contenders.length <= missing.length) {
    matchSingles((name, expected) => fits(name, expected) && shareWords(name, expected));
  }
  matchSingles(fits);

  // If as many properties are unknown after a known one as are missing after it, they are in the same order.
  const [names, wanted] = open();
  const gaps = Map.groupBy(names.toSorted(by(written)), (name) => lastBefore(name, written, known));
  const due = Map.groupBy(wanted.toSorted(by(known)), (expected) => lastBefore(expected, known, written));
  for (const [after, inGap] of gaps) {
    const expected = due.get(after) ?? [];
    if (expected.length !== inGap.length || !inGap.every((name, index) => fits(name, expected[index] as string)))
      continue;
    for (const [index, name] of inGap.entries()) pairs.set(name, expected[index] as string);
  }
  return pairs;
}

// One name says less or more than the other, but nothing else: "fields" and "outputFields", "desc" and "description".
function shareWords(a: string, b: string): boolean {
  const [fewer = [], more = []] = [wordsOf(a), wordsOf(b)].sort((one, other) => one.length - other.length);
  const [word = ""] = fewer;
  const isShortened = fewer.length === 1 && word.length >= minShortened && more.join("").startsWith(word);
  return fewer.length > 0 && (isShortened || fewer.every((each) => more.includes(each)));
}

const minShortened = 4;
const maxCharacters = 64;

function wordsOf(name: string): readonly string[] {
  const words = name.slice(0, maxCharacters).match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

function by(order: readonly string[]): (a: string, b: string) => number {
  return (a, b) => order.indexOf(a) - order.indexOf(b);
}

// The last name before a name that the other order has too.
function lastBefore(name: string, order: readonly string[], shared: readonly string[]): string | undefined {
  return order.slice(0, order.indexOf(name)).findLast((other) => shared.includes(other));
}
