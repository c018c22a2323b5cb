/** A part of the code to mutate, and its tests. Paths are glob patterns, relative to the repository. */
interface MutationTarget {
  /** The files to mutate. */
  readonly files: readonly string[];
  /** The tests that should detect the mutants. */
  readonly tests: readonly string[];
  /** Files in which every survivor must be explained. */
  readonly strict?: readonly string[];
}

const engine = "packages/engine/src";
const server = "packages/server/src";
const quickTests = "!(*.deep).test.ts";
// The tests of the other limiter files need Redis.
const limiter = ["hash-slot", "memory-limiter", "rate-limits", "sliding-log", "ttl-map"];

export const mutationTargets: { readonly [name: string]: MutationTarget } = {
  json: {
    files: [`${engine}/json/!(*.test|parse-scalar-text).ts`],
    tests: [`${engine}/json/${quickTests}`],
  },
  normalize: { files: [`${engine}/spec/normalizer.ts`], tests: [`${engine}/spec/normalizer.test.ts`] },
  // The code that decides which fixes to offer is left out, because its tests would take seconds for each mutant.
  folding: {
    files: [`${engine}/names/folding.ts`, `${engine}/json/parse-scalar-text.ts`],
    tests: [`${engine}/names/folding.test.ts`],
  },
  limiter: {
    files: [`${server}/net/name-client.ts`, ...limiter.map((name) => `${server}/limit/${name}.ts`)],
    tests: [`${server}/net/name-client.test.ts`, ...limiter.map((name) => `${server}/limit/${name}.test.ts`)],
  },
  auth: {
    // Files that call the identity service are left out, because their tests open ports.
    files: [`${server}/auth/!(*.test|check-sign-in|identity|introspection|key-set).ts`],
    tests: [`${server}/auth/${quickTests}`, `${server}/call.test.ts`],
    strict: [`${server}/auth/proxy-call.ts`, `${server}/auth/read-jwks.ts`],
  },
};
