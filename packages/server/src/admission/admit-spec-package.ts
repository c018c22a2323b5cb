import { hash } from "node:crypto";
import type { DomainName, SpecProblem } from "@assay/contract";
import { type CompiledSpec, createEngine, type Engine } from "@assay/engine";

/** A spec package that may judge, or why it may not. */
export type Admitted =
  | { readonly kind: "ok"; readonly spec: CompiledSpec }
  | { readonly kind: "refused"; readonly reason: string; readonly problems: readonly SpecProblem[] };

const sha256 = (text: string) => hash("sha256", text);

/** The engine that judges; what it judges by is compiled here alone. */
export const engine: Engine = createEngine({ sha256 });

let withCel: Engine | undefined;

/** Compiles a spec package of one domain and tries its own tests; CEL is loaded by the first package that needs it. */
export async function admitSpecPackage(bytes: Uint8Array, { targetProduct, domainId }: DomainName): Promise<Admitted> {
  let compiled = engine.compileSpec(bytes);
  if (compiled.kind === "broken" && compiled.problems.some(({ code }) => code === "spec.cel-unavailable")) {
    const { cel } = await import("@assay/engine/cel");
    withCel ??= createEngine({ sha256, cel });
    compiled = withCel.compileSpec(bytes);
  }
  if (compiled.kind === "broken") {
    const [first] = compiled.problems;
    const reason = `${compiled.problems.length} problems, first ${first?.code} at "${first?.at}": ${first?.message}`;
    return { kind: "refused", reason, problems: compiled.problems };
  }
  const { document } = compiled.spec;
  if (document.targetProduct !== targetProduct || document.domainId !== domainId) {
    return { kind: "refused", reason: "It is the package of another product or domain.", problems: [] };
  }
  return { kind: "ok", spec: compiled.spec };
}
