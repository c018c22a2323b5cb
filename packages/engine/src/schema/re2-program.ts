import { limits } from "@assay/contract";
import { RE2JS } from "re2js";
import { createAutomaton } from "./automaton.ts";
import { estimateUnfoldedSize } from "./estimate-unfolded-size.ts";

/** A compiled pattern in RE2's syntax. Patterns with the same text share a program, even across spec packages. */
export interface Re2Program {
  /** The number of instructions. */
  readonly size: number;
  /** Half a step with an automaton. Without one, each instruction can be reached at each character. */
  readonly stepsPerCharacter: number;
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

function compile(source: string): Re2Program {
  const maxParts = limits.schema.patternUnfolded;
  if (estimateUnfoldedSize(source) > maxParts)
    throw new Error(`with its repetitions expanded, it has more than ${maxParts} parts`);
  const compiled = RE2JS.compile(source);
  const size = compiled.programSize();
  const automaton = createAutomaton(compiled.re2Input);
  if (automaton) return { size, stepsPerCharacter: 0.5, test: automaton };
  // RE2JS would keep discarding the states that it caches. Without them, the time depends on the text alone.
  compiled.re2Input.dfa.clearCache();
  Object.assign(compiled.re2Input.dfa, { failed: true });
  return { size, stepsPerCharacter: size, test: (text) => compiled.test(text) };
}
