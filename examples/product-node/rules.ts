// The spec package of the product: the last good one, whatever becomes of the file.
import { readFileSync } from "node:fs";
import type { CompiledSpec, Engine } from "@assay/engine";

/** The rules in force, and the bytes that are published. */
export interface Rules {
  readonly bytes: Uint8Array;
  readonly spec: CompiledSpec;
}

/** Makes the function that returns the rules in force. It reads the file again when it is asked; broken rules replace none. */
export function createRules(path: string, engine: Engine): () => Rules {
  let seen: Buffer | undefined;
  let current: Rules | undefined;
  const read = () => {
    try {
      return readFileSync(path);
    } catch (error) {
      console.error(`${path} cannot be read: ${(error as Error).message}`);
      return seen;
    }
  };
  const currentRules = () => {
    const bytes = read();
    if (bytes && !(seen && bytes.equals(seen))) {
      seen = bytes;
      const compiled = engine.compileSpec(bytes);
      if (compiled.kind === "ok") current = { bytes, spec: compiled.spec };
      else {
        for (const { code, at, message, advice } of compiled.problems)
          console.error(`${code} at "${at}": ${message} ${advice}`);
        if (current) console.error("The rules before it stay in force.");
      }
    }
    if (!current) throw new Error(`${path} is not a valid spec package.`);
    return current;
  };
  currentRules();
  return currentRules;
}
