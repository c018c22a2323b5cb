import type { DomainName, SpecProblem } from "@assay/contract";
import { type Engine, quoted } from "@assay/engine";

/** The result of trying a spec package. */
export type Vetted =
  | { readonly kind: "ok"; readonly usesCel: boolean }
  | { readonly kind: "refused"; readonly reason: string; readonly problems: readonly SpecProblem[] };

/** Compiles a spec package of one domain, by an engine with CEL, and runs its own tests. */
export function vetSpecPackage(bytes: Uint8Array, { targetProduct, domainId }: DomainName, engine: Engine): Vetted {
  const compiled = engine.compileSpec(bytes);
  if (compiled.kind === "broken") {
    const { problems } = compiled;
    const [first] = problems;
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    return { kind: "refused", reason: `${count}: ${first?.code} at "${first?.at}": ${first?.message}`, problems };
  }
  const { document } = compiled.spec;
  if (document.targetProduct !== targetProduct || document.domainId !== domainId) {
    const expected = quoted(`${targetProduct}/${domainId}`);
    const found = quoted(`${document.targetProduct}/${document.domainId}`);
    return { kind: "refused", reason: `expected the spec package for ${expected}, found ${found}`, problems: [] };
  }
  const usesCel = document.rules?.some(({ check }) => check === "cel") ?? false;
  return { kind: "ok", usesCel };
}
