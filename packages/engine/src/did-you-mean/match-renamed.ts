/** What is known of an object with members that are missing and others that are unknown. */
interface RenamedProperties {
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
  /** Whether the value of an unknown member could be that of a missing one. */
  fits(unknown: string, missing: string): boolean;
  /** The members as they stand in the object, and in the order in which they are known. */
  readonly written: readonly string[];
  readonly known: readonly string[];
}

/**
 * Which unknown members stand for which missing ones, judged by their values and, where that leaves a choice, by the
 * words of their names and by their place: people and programs write members in the order in which they know them. What
 * stays open stays unpaired.
 */
export function matchRenamed({
  unknown,
  missing,
  written,
  known,
  ...renaming
}: RenamedProperties): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (unknown.length === 0 || missing.length === 0) return pairs;
  // Asked once for each pair: the answer may be costly.
  const fitting = new Map(
    unknown.map((name) => [name, new Set(missing.filter((meant) => renaming.fits(name, meant)))] as const),
  );
  const fits = (name: string, meant: string) => fitting.get(name)?.has(meant) ?? false;
  const open = () => {
    const meant = new Set(pairs.values());
    return [unknown.filter((name) => !pairs.has(name)), missing.filter((name) => !meant.has(name))] as const;
  };

  // Whoever is the only one for the only one.
  const pairSingles = (suits: (name: string, meant: string) => boolean) => {
    for (let before = -1; before !== pairs.size; ) {
      before = pairs.size;
      const [names, wanted] = open();
      for (const meant of wanted) {
        const [name, ...others] = names.filter((candidate) => suits(candidate, meant));
        if (name === undefined || others.length > 0) continue;
        if (wanted.filter((other) => suits(name, other)).length === 1) pairs.set(name, meant);
      }
    }
  };
  // Words decide only where each stranger may have its place: whoever is left over may be the one that is meant.
  const contenders = unknown.filter((name) => missing.some((meant) => fits(name, meant)));
  if (contenders.length <= missing.length) {
    pairSingles((name, meant) => fits(name, meant) && shareWords(name, meant));
  }
  pairSingles(fits);

  // As many unknown members after a known one as are missing after it: they stand in the same order.
  const [names, wanted] = open();
  const gaps = Map.groupBy(names.toSorted(by(written)), (name) => lastBefore(name, written, known));
  const due = Map.groupBy(wanted.toSorted(by(known)), (meant) => lastBefore(meant, known, written));
  for (const [after, inGap] of gaps) {
    const meant = due.get(after) ?? [];
    if (meant.length !== inGap.length || !inGap.every((name, index) => fits(name, meant[index] as string))) continue;
    for (const [index, name] of inGap.entries()) pairs.set(name, meant[index] as string);
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

// The nearest member before a name that the other order has too.
function lastBefore(name: string, order: readonly string[], shared: readonly string[]): string | undefined {
  return order.slice(0, order.indexOf(name)).findLast((other) => shared.includes(other));
}
