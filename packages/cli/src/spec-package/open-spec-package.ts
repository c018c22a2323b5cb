import { hash } from "node:crypto";
import { resolve } from "node:path";
import { type CompiledSpec, type CompileResult, createEngine, type Engine, type EngineParts } from "@assay/engine";
import { loadEngineParts } from "@assay/engine/load-parts";
import { createSource, type Source } from "../draft/read-draft.ts";
import { formatPath, readFile, readStdin } from "../draft/read-file.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { formatCount } from "../terminal/format-count.ts";
import { type LocatedProblem, locateProblems } from "./locate-problems.ts";

/** A compiled spec package, with the text of its file and the places of its problems. */
export interface OpenedPackage {
  readonly source: Source;
  readonly parts: EngineParts;
  readonly engine: Engine;
  readonly compiled: CompileResult;
  /** In the order of the file. Empty if the package is valid. */
  readonly problems: readonly LocatedProblem[];
}

// Larger than any valid spec package, so that the engine can report the size of a package that is too large.
const maxBytes = 4_194_304;

/** Reads and compiles a spec package from a file, or from standard input if its name is `-`. */
export async function openSpecPackage(name: string, io: Io): Promise<OpenedPackage> {
  if (name === "-") return openBytes(await readStdin(io, maxBytes), "<stdin>");
  const path = resolve(io.cwd, name);
  return openBytes(readFile(path, io, { maxBytes, acceptsStdin: true, isOperand: true }), formatPath(path, io.cwd));
}

/** Returns the rules even if tests fail. For other problems, throws a failure that begins with `consequence`. */
export function requireSpec({ compiled, source, problems }: OpenedPackage, consequence: string): CompiledSpec {
  const spec = compiled.kind === "ok" ? compiled.spec : compiled.rejectedSpec;
  if (spec) return spec;
  const count = formatCount(problems.length, "problem");
  throw new Failure(
    `${consequence}: ${source.name} has ${count} other than failing tests. \`assay spec check\` shows them.`,
  );
}

/** Compiles the bytes of a spec package. `name` is its name in messages. */
export async function openBytes(bytes: Uint8Array, name: string): Promise<OpenedPackage> {
  const source = createSource(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), name);
  const parts = await loadEngineParts((content) => hash("sha256", content), [bytes]);
  const engine = createEngine(parts);
  const compiled = engine.compileSpec(bytes);
  const problems = compiled.kind === "ok" ? [] : locateProblems(compiled.problems, bytes, source);
  return { source, parts, engine, compiled, problems };
}
