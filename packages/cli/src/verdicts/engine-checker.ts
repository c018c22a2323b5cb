import { noRegistry } from "@assay/engine";
import { Failure } from "../failure.ts";
import type { Checker } from "./checker.ts";
import { resolveDomain } from "./resolve-domain.ts";
import type { RulesEngine } from "./rules-engine.ts";

/** Checks with an engine and rules that are here. */
export function createEngineChecker(
  { engine, spec, next, registry }: RulesEngine,
  { domain, caller }: { readonly domain?: string | undefined; readonly caller?: string | undefined } = {},
): Checker {
  const { targetProduct, domainId } = spec.document;
  const toInput = (candidate: unknown) => ({ spec, next, registry: registry ?? noRegistry, candidate, caller });
  return {
    resolveDomain(request = {}) {
      const wanted = resolveDomain(domain, { targetProduct, domainId }, request);
      if (wanted.targetProduct === targetProduct && wanted.domainId === domainId) return wanted;
      const [a, b] = [`${wanted.targetProduct}/${wanted.domainId}`, `${targetProduct}/${domainId}`];
      throw new Failure(`The candidate is for ${a}, and the spec package is for ${b}. Use the spec package for ${a}.`);
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
