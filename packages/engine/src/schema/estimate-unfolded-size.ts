/**
 * Estimates how many parts a pattern has with its repetitions expanded, before any simplification. One pass over the
 * text is enough, whereas RE2 would write out a million parts before refusing them.
 */
export function estimateUnfoldedSize(source: string): number {
  // The size of each open group, and the size of its last part, which a repetition after it repeats.
  const openGroups = [{ size: 0, last: 0 }];
  const add = (size: number) => {
    const group = openGroups.at(-1) as { size: number; last: number };
    group.size += size;
    group.last = size;
  };
  for (let index = 0; index < source.length; index += 1) {
    const [token = ""] = readToken(source, index);
    index += token.length - 1;
    const times = /^\{(\d+)(?:,(\d*))?\}$/.exec(token);
    if (token === "(") openGroups.push({ size: 0, last: 0 });
    else if (token === ")" && openGroups.length > 1) add((openGroups.pop() as { size: number }).size + 1);
    else if (times) {
      const group = openGroups.at(-1) as { size: number; last: number };
      const added = group.last * (Math.max(Number(times[1]), Number(times[2] ?? 0), 1) - 1);
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
