import { limits } from "@assay/contract";
import { RE2JS } from "re2js";
import { estimateUnfoldedSize } from "./estimate-unfolded-size.ts";

/** A compiled pattern in RE2's syntax. All patterns with the same text are one program, in whatever package they are. */
export interface Re2Program {
  /** Its instructions. */
  readonly size: number;
  readonly stepsPerCharacter: number;
  /** Whether the next character always decides how to go on. */
  readonly isOnePass: boolean;
  test(text: string): boolean;
}

// Held by the packages that use them: what no package uses any more is collected.
const programs = new Map<string, WeakRef<Re2Program>>();
const finalizer = new FinalizationRegistry<string>((source) => {
  if (!programs.get(source)?.deref()) programs.delete(source);
});

/** Compiles a pattern, unless it is in use already. Throws an error with the reason if RE2 cannot read it. */
export function getRe2Program(source: string): Re2Program {
  const known = programs.get(source)?.deref();
  if (known) return known;
  const program = compile(source);
  programs.set(source, new WeakRef(program));
  finalizer.register(program, source);
  return program;
}

const maxBytesOfStates = 32_768;

function compile(source: string): Re2Program {
  const maxParts = limits.schema.patternUnfolded;
  if (estimateUnfoldedSize(source) > maxParts)
    throw new Error(`with its repetitions written out, it has more than ${maxParts} parts`);
  const compiled = RE2JS.compile(source);
  const { onepass, dfa } = compiled.re2Input;
  // RE2JS would remember up to eight megabytes of the states that strings led to.
  Object.assign(dfa, { stateBudget: maxBytesOfStates, memBudget: maxBytesOfStates });
  const size = compiled.programSize();
  const isOnePass = onepass !== null;
  return {
    size,
    // A one-pass program costs the same for every string; another one may have to follow several states at once.
    stepsPerCharacter: isOnePass ? 2 : 16 + size / 4,
    isOnePass,
    test: (text) => compiled.test(text),
  };
}
