/** A part of the code whose tests are tested. Paths are glob patterns, relative to the repository. */
interface MutationTarget {
  /** What is mutated. */
  readonly files: readonly string[];
  /** The tests that may notice. */
  readonly tests: readonly string[];
  /** Files in which every survivor must be explained. */
  readonly strict?: readonly string[];
}

const engine = "packages/engine/src";
const server = "packages/server/src";
const quickTests = "!(*.deep).test.ts";
// The other files of the limiter need Redis.
const limiter = ["hash-slot", "memory-limiter", "rate-limits", "sliding-log", "ttl-map"];

export const mutationTargets: { readonly [name: string]: MutationTarget } = {
  json: {
    files: [`${engine}/json/!(*.test|parse-scalar-text).ts`],
    tests: [`${engine}/json/${quickTests}`],
  },
  normalize: { files: [`${engine}/spec/normalizer.ts`], tests: [`${engine}/spec/normalizer.test.ts`] },
  // Which fixes are offered is tested by whole verdicts, which take seconds for each mutant.
  folding: {
    files: [`${engine}/names/folding.ts`, `${engine}/json/parse-scalar-text.ts`],
    tests: [`${engine}/names/folding.test.ts`],
  },
  limiter: {
    files: [`${server}/net/name-client.ts`, ...limiter.map((name) => `${server}/limit/${name}.ts`)],
    tests: [`${server}/net/name-client.test.ts`, ...limiter.map((name) => `${server}/limit/${name}.test.ts`)],
  },
  auth: {
    // Without what talks to the identity service: its tests open ports.
    files: [`${server}/auth/!(*.test|check-sign-in|identity|introspection|key-set).ts`],
    tests: [`${server}/auth/${quickTests}`, `${server}/call.test.ts`],
    strict: [`${server}/auth/proxy-call.ts`, `${server}/auth/read-jwks.ts`],
  },
};
