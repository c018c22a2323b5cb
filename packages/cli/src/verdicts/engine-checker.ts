import { noRegistry } from "@assay/engine";
import { Failure } from "../failure.ts";
import type { Checker } from "./checker.ts";
import { nameDomain } from "./resolve-domain.ts";
import type { RulesEngine } from "./rules-engine.ts";

/** Creates a checker that runs the engine locally with the given rules. */
export function createEngineChecker(
  { engine, spec, next, registry }: RulesEngine,
  { domain, caller }: { readonly domain?: string | undefined; readonly caller?: string | undefined } = {},
): Checker {
  const { targetProduct, domainId } = spec.document;
  const toInput = (candidate: unknown) => ({ spec, next, registry: registry ?? noRegistry, candidate, caller });
  return {
    async resolveDomain(request = {}) {
      const named = nameDomain(domain, { targetProduct, domainId }, request);
      if (named.targetProduct === targetProduct && named.domainId === domainId) return { targetProduct, domainId };
      const [wanted, given] = [`${named.targetProduct}/${named.domainId}`, `${targetProduct}/${domainId}`];
      throw new Failure(
        `The candidate is for ${wanted}, and the spec package is for ${given}. Use the spec package for ${wanted}.`,
      );
    },
    async check(candidate) {
      return engine.validate(toInput(candidate));
    },
    async build(candidate) {
      const { verdict, proposalPackage } = engine.build(toInput(candidate));
      return { ...verdict, proposalPackage };
    },
  };
}
