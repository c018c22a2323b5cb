import type { SpecPackage } from "@assay/contract";
import type { Checks } from "../checks/check.ts";
import { nativeChecks } from "../checks/native-checks.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { assembleSpec, type CompileParts } from "./assemble-spec.ts";
import { readDocument } from "./read-document.ts";

/**
 * Makes the function that compiles packages which were admitted before, here or on another thread: they are not checked
 * again, and `pause` is awaited between the parts.
 */
export function createCompileAsync({
  sha256,
  cel,
  idn,
}: CompileParts): (bytes: Uint8Array, pause: () => Promise<void>) => Promise<CompiledSpec> {
  const checks: Checks = { ...nativeChecks, cel };
  return async (bytes, pause) => {
    if (typeof pause !== "function") {
      const remedy = "Pass one that returns a Promise, such as () => new Promise(setImmediate).";
      throw wrongArgument({ argument: "pause", expected: "a function", found: kindOf(pause), remedy });
    }
    const read = readDocument(bytes);
    if ("problems" in read) throw new Error("Only accepted packages can be compiled this way.");
    // `compileSpec` has checked the same bytes.
    const steps = assembleSpec(read.document as unknown as SpecPackage, { sha256, checks, idn }, {});
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await pause();
    }
  };
}
