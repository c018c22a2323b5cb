/** The names of one object: those that nobody knows, and the known ones that it has or has not. */
export interface Names {
  readonly unknown: readonly string[];
  readonly absent: readonly string[];
  readonly present: readonly string[];
}

/**
 * Whether a name says that an unknown property is an absent one, by the rule in words: a near spelling, the beginning of
 * the known name with at least four letters, or a shorter name all of whose words occur in the known name; and no other
 * name, on either side, matches as well. Shares no code with the engine.
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
function strengthOf(name: string, expected: string): 0 | 1 | 2 | 3 {
  const [letters, known] = [lettersOf(name), lettersOf(expected)];
  if (letters === known) return 3;
  const [words, knownWords] = [wordsOf(name), wordsOf(expected)];
  if (words.length > knownWords.length && knownWords.every((word) => words.includes(word))) return 0;
  const wrong = slips(letters, known);
  const isBeginning = letters.length >= 4 && known.startsWith(letters);
  const isPart = isBeginning || words.every((word) => knownWords.includes(word));
  if (isPart && letters.length < known.length) return wrong === 1 ? 2 : 1;
  return wrong <= mostSlips(letters, known) ? 2 : 0;
}

// In a short name one wrong letter is much, and the first one says most.
function mostSlips(letters: string, known: string): 0 | 1 | 2 {
  const longer = Math.max(letters.length, known.length);
  if (longer >= 8) return 2;
  return longer >= 4 && letters[0] === known[0] ? 1 : 0;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

// Singular and plural are one word.
function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[^A-Za-z0-9]+/g, " ");
  return spaced
    .trim()
    .toLowerCase()
    .split(" ")
    .map((word) => word.replace(/ies$/, "y").replace(/(?<=..)s$/, ""));
}

// Characters inserted, deleted, replaced or exchanged with their neighbour.
function slips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isExchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const exchanged = isExchanged ? at(row - 2, column - 2) + 1 : replaced;
      rows[row]?.push(Math.min(replaced, exchanged, at(row - 1, column) + 1, at(row, column - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
