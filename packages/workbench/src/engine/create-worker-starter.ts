/** The part of Trusted Types that the page uses; browsers without it need no policy. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(path: string): string },
  ): { createScriptURL(path: string): string };
}

/** Creates the function that starts the worker. The page's only Trusted Types policy allows just this script path. */
export function createWorkerStarter(path: string): () => Worker {
  const rules = {
    createScriptURL(requested: string): string {
      if (requested === path) return requested;
      throw new TypeError("The page has no other worker.");
    },
  };
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("assay-worker", rules) ?? rules;
  return () => new Worker(policy.createScriptURL(path), { type: "module", name: "assay-engine" });
}
