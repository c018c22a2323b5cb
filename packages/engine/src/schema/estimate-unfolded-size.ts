/**
 * Estimates how many parts a pattern has once its repetitions are expanded, before any simplification. This takes one
 * pass over the pattern, whereas RE2 would expand it to a million parts before refusing it.
 */
export function estimateUnfoldedSize(source: string): number {
  // For each open group: its size so far, and the size of its last part, to which a repetition such as `{3}` applies.
  const openGroups = [{ size: 0, last: 0 }];
  const add = (size: number) => {
    const group = openGroups.at(-1) as { size: number; last: number };
    group.size += size;
    group.last = size;
  };
  for (let index = 0; index < source.length; index += 1) {
    const [token = ""] = readToken(source, index);
    index += token.length - 1;
    const repetition = /^\{(\d+)(?:,(\d*))?\}$/.exec(token);
    if (token === "(") openGroups.push({ size: 0, last: 0 });
    else if (token === ")" && openGroups.length > 1) add((openGroups.pop() as { size: number }).size + 1);
    else if (repetition) {
      const group = openGroups.at(-1) as { size: number; last: number };
      const added = group.last * (Math.max(Number(repetition[1]), Number(repetition[2] ?? 0), 1) - 1);
      group.size += added;
      group.last += added;
    } else add(/^\[|^\\[pP]/.test(token) ? countClassParts(token) : 1);
  }
  return openGroups.reduce((sum, { size }) => sum + size, 0);
}

// A property such as `\pL` expands to hundreds of ranges.
const partsPerProperty = 128;

function countClassParts(token: string): number {
  return 1 + partsPerProperty * (token.match(/\\[pP]/g)?.length ?? 0);
}

const tokens = /\\[pP](?:\{[^}]*\}|.)|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:[^\]]*:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./suy;

function readToken(source: string, index: number): readonly string[] {
  tokens.lastIndex = index;
  return tokens.exec(source) ?? [source[index] ?? ""];
}
