import { limits } from "@assay/contract";
import { RE2JS } from "re2js";
import { estimateUnfoldedSize } from "./estimate-unfolded-size.ts";

/** A compiled pattern in RE2's syntax. Patterns with the same text share a program, even across spec packages. */
export interface Re2Program {
  /** The number of instructions. */
  readonly size: number;
  readonly stepsPerCharacter: number;
  /** Whether the next character always determines the next state. */
  readonly isOnePass: boolean;
  test(text: string): boolean;
}

// The references are weak, so that a program is garbage-collected once no spec package uses it.
const programs = new Map<string, WeakRef<Re2Program>>();
const finalizer = new FinalizationRegistry<string>((source) => {
  if (!programs.get(source)?.deref()) programs.delete(source);
});

/** Returns the program for a pattern, compiling it unless it is already in use. Throws if RE2 cannot read it. */
export function getRe2Program(source: string): Re2Program {
  const existing = programs.get(source)?.deref();
  if (existing) return existing;
  const program = compile(source);
  programs.set(source, new WeakRef(program));
  finalizer.register(program, source);
  return program;
}

const maxStateBytes = 32_768;

function compile(source: string): Re2Program {
  const maxParts = limits.schema.patternUnfolded;
  if (estimateUnfoldedSize(source) > maxParts)
    throw new Error(`with its repetitions expanded, it has more than ${maxParts} parts`);
  const compiled = RE2JS.compile(source);
  const { onepass, dfa } = compiled.re2Input;
  // By default, RE2JS caches up to eight megabytes of automaton states.
  Object.assign(dfa, { stateBudget: maxStateBytes, memBudget: maxStateBytes });
  const size = compiled.programSize();
  const isOnePass = onepass !== null;
  return {
    size,
    // A one-pass program is in a single state at a time. Any other program can be in several at once.
    stepsPerCharacter: isOnePass ? 2 : 16 + size / 4,
    isOnePass,
    test: (text) => compiled.test(text),
  };
}
