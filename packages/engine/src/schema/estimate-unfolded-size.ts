/**
 * About how many parts a pattern has when its repetitions are written out, before anything is simplified. It is estimated
 * in one pass over the text: RE2 would write out a million parts before it could say that they are too many.
 */
export function estimateUnfoldedSize(source: string): number {
  // The size of each open group, and of what was read last in it: the part that a repetition repeats.
  const open = [{ size: 0, last: 0 }];
  const add = (size: number) => {
    const group = open.at(-1) as { size: number; last: number };
    group.size += size;
    group.last = size;
  };
  for (let index = 0; index < source.length; index += 1) {
    const [token = ""] = readToken(source, index);
    index += token.length - 1;
    const times = /^\{(\d+)(?:,(\d*))?\}$/.exec(token);
    if (token === "(") open.push({ size: 0, last: 0 });
    else if (token === ")" && open.length > 1) add((open.pop() as { size: number }).size + 1);
    else if (times) {
      const group = open.at(-1) as { size: number; last: number };
      const more = group.last * (Math.max(Number(times[1]), Number(times[2] ?? 0), 1) - 1);
      group.size += more;
      group.last += more;
    } else add(/^\[|^\\[pP]/.test(token) ? countClassParts(token) : 1);
  }
  return open.reduce((sum, { size }) => sum + size, 0);
}

// A property such as `\pL` is hundreds of ranges.
const partsPerProperty = 128;

function countClassParts(token: string): number {
  return 1 + partsPerProperty * (token.match(/\\[pP]/g)?.length ?? 0);
}

const tokens = /\\[pP](?:\{[^}]*\}|.)|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:[^\]]*:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./suy;

function readToken(source: string, index: number): readonly string[] {
  tokens.lastIndex = index;
  return tokens.exec(source) ?? [source[index] ?? ""];
}
