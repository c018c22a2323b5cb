import type { SpecPackage } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isNameOfCall, knownNames, type Wrapper } from "../schema/wrapper.ts";

/** What a wrapper is reported as. Whatever is beside the candidate would be lost with it, so that is reported too. */
export function wrapperFindings({ path, beside, held }: Wrapper, spec: SpecPackage): readonly AnyFinding[] {
  const rule = { id: "candidate-schema", at: "/candidateSchema" };
  const common = { code: "field.unknown", severity: "error", rule } as const;
  const params = { name: path.at(-1) ?? "" };
  if (held) return [{ ...common, message: "wrapper", path, params: { ...params, held: [...held] } }];
  const others = beside.map((other): AnyFinding => {
    const name = other.at(-1) ?? "";
    const shared = { ...common, path: other };
    return isNameOfCall(name)
      ? { ...shared, message: "anotherCall", params: { name, expected: spec[name] } }
      : { ...shared, message: "default", params: { name, known: knownNames(spec) } };
  });
  const isForAnother = beside.some((other) => isNameOfCall(other.at(-1) ?? ""));
  const message = isForAnother ? "wrappedForAnother" : beside.length === 0 ? "wrapped" : "wrappedBeside";
  return [{ ...common, message, path, params }, ...others];
}
