/** A program of RE2JS, as far as it matters here. */
interface Program {
  readonly start: number;
  readonly inst: readonly Instruction[];
}

interface Instruction {
  readonly op: number;
  readonly out: number;
  /** For an alternative: the other instruction. */
  readonly arg: number;
  /** The first and the last character of each range. */
  readonly runes: { readonly length: number };
}

// Values of RE2JS.
const [alternative, alternativeOfMatch, capture, emptyWidth, nothing] = [1, 2, 3, 4, 7];

const tooLargeForOnePass = 1_000;

const bytesPerPattern = 6_000;
const bytesPerInstruction = 300;
const bytesPerBound = 4;

/**
 * About how many bytes a program keeps. Where compiling takes longer than usual for its size, as many bytes are added as
 * other parts of a package would have in that time: a byte for each 0.1 microseconds.
 */
export function programWeight(source: string, { inst, start }: Program, isOnePass: boolean): number {
  const own = new Set(inst.map(({ runes }) => runes));
  const kept = [...own].reduce((sum, { length }) => sum + length, 0);
  const read = inst.reduce((sum, { runes }) => sum + runes.length, 0);
  const weight =
    bytesPerPattern + 2 * source.length + bytesPerInstruction * inst.length + bytesPerBound * kept + read / 2;
  // RE2JS looks for a way to match in one pass where a pattern begins with ^, unless it is too large.
  if (inst[start]?.op !== emptyWidth || inst.length >= tooLargeForOnePass) return Math.ceil(weight);
  const begins = new Set([start, ...inst.filter(({ runes }) => runes.length > 0).map(({ out }) => out)]);
  let [merged, tried] = [0, 0];
  for (const at of inst.keys()) {
    const { alternatives, bounds } = reachedFrom(inst, at);
    merged += bounds;
    if (begins.has(at)) tried += (1 + alternatives) * bounds;
  }
  const second = isOnePass ? bytesPerInstruction * inst.length + 1.5 * bytesPerBound * merged : 0;
  return Math.ceil(weight + second + tried);
}

// What can be reached without a character: alternatives, and the ranges of characters that come next.
function reachedFrom(inst: readonly Instruction[], at: number): { alternatives: number; bounds: number } {
  const seen = new Set<number>();
  const waiting = [at];
  let [alternatives, bounds] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const instruction = inst[next];
    if (!instruction || seen.has(next)) continue;
    seen.add(next);
    const { op, out, arg, runes } = instruction;
    bounds += runes.length;
    if (op === alternative || op === alternativeOfMatch) {
      alternatives += 1;
      waiting.push(out, arg);
    } else if (op === capture || op === emptyWidth || op === nothing) waiting.push(out);
  }
  return { alternatives, bounds };
}
