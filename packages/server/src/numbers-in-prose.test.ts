import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { limits, problemCatalogue, requestLimits, specProblemCatalogue } from "@assay/contract";
import { maxInProgress } from "./api/create-api.ts";
import { maxValues } from "./api/mcp/message.ts";
import { tokenLength } from "./auth/credential-shape.ts";
import { refetchMs, refreshMs } from "./auth/key-set.ts";
import { activeMs, graceMs, inactiveMs } from "./auth/key-verifier.ts";
import { maxLifetimeSeconds, skewSeconds } from "./auth/proxy-call.ts";
import { defaultMaxStaleSeconds, domainsFileSchema } from "./config/domains-file-schema.ts";
import { usualLimit } from "./limit/create-limiter.ts";
import { nonceMs } from "./limit/limiter.ts";
import { idleTimeoutMs, maxHeaders, requestTimeoutMs } from "./net/listen.ts";
import { maxRetrySeconds } from "./shared/max-retry-seconds.ts";

const root = join(import.meta.dirname, "../../..");
const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const inWords = (count: number) => words[count] ?? String(count);
const grouped = (count: number) => count.toLocaleString("en-US");
const kib = (bytes: number) => `${bytes / 1024} KiB`;
const mib = (bytes: number) => `${bytes / 1_048_576} MiB`;
const seconds = (ms: number) => `${ms / 1_000} seconds`;
const minutes = (ms: number) => inWords(ms / 60_000);
const { calls, windowSeconds } = usualLimit;
const rate = `${calls} calls in any ${windowSeconds} seconds`;
const { refreshSeconds } = domainsFileSchema.properties.domains.items.properties;
const staleMinutes = minutes(defaultMaxStaleSeconds.registry * 1_000);

// Pages that are written by hand, and what they say about constants. A line break in a page is a space here.
const sentences: { readonly [page: string]: readonly string[] } = {
  "docs/reference/limits.md": [
    `The rate limit is ${rate} (a sliding window)`,
    `ratelimit-policy: "calls";q=${calls};w=${windowSeconds}`,
    `| ${grouped(limits.bodyBytes)} bytes, nested ${limits.bodyDepth} levels |`,
    `| ${limits.diagnostics} and ${kib(limits.verdictBytes)};`,
    `| places of one diagnostic | ${limits.pathsPerDiagnostic} |`,
    `| domains listed over MCP | ${requestLimits.domainsOverMcp}:`,
    `besides the arguments of its tool | ${maxValues} |`,
    `A request must arrive within ${seconds(requestTimeoutMs)}, counted from its first byte`,
    `An idle connection is closed after ${seconds(idleTimeoutMs)}`,
    `at most ${maxInProgress} requests in progress`,
  ],
  "docs/llms.txt": [rate, `at most ${limits.bodyBytes} bytes`],
  "docs/decisions/0042-sign-in-for-mcp-clients.md": [
    `${tokenLength.min} to ${grouped(tokenLength.max)} token68 characters`,
    `works for up to ${seconds(activeMs)}`,
  ],
  "SECURITY.md": [`within ${maxLifetimeSeconds + skewSeconds} seconds of its creation`],
  "docs/guides/connect-your-identity-service.md": [
    `tokens of ${tokenLength.min} to ${grouped(tokenLength.max)} characters`,
    `is accepted for ${seconds(activeMs)} without another request, so **a revoked key works for up to ${seconds(activeMs)}**`,
    `is refused for ${seconds(inactiveMs)} without another request`,
    `known keys are accepted until ${seconds(graceMs)} after you last confirmed them`,
  ],
  "docs/guides/run-in-production.md": [
    `A revoked key works for up to ${seconds(activeMs)}`,
    `Known keys were served for ${minutes(graceMs)} minutes`,
  ],
  "deploy/haproxy.cfg": [
    `A request has ${seconds(requestTimeoutMs)} to arrive, as at Assay`,
    `closes idle connections after ${idleTimeoutMs / 1_000} seconds`,
    `more than ${maxInProgress} at a time`,
  ],
  "docs/guides/call-through-agent-auth.md": [
    `Each agent can make ${rate}`,
    `a signature is valid for at most ${maxLifetimeSeconds} seconds`,
  ],
  "docs/reference/adt-proxy.md": [
    `(at most ${maxLifetimeSeconds} seconds later)`,
    `Assay fetches the key set every ${minutes(refreshMs)} minutes`,
    `Clocks may differ by up to ${inWords(skewSeconds)} seconds`,
    `at most every ${inWords(refetchMs / 1_000)} seconds`,
    `Publish a key at least ${minutes(refreshMs)} minutes before you sign with it`,
    `at most ${grouped(limits.bodyBytes)} bytes`,
  ],
  "docs/reference/operations.md": [
    `at least every ${maxRetrySeconds} seconds`,
    `A nonce takes 190 bytes for ${seconds(nonceMs)}`,
    `less than ${minutes(refreshMs)} minutes ago by up to ${inWords(refetchMs / 1_000)} seconds`,
  ],
  "docs/guides/agents.md": [`Markdown of at most ${grouped(limits.ownerReviewBytes)} bytes`],
  "docs/guides/publish-a-registry.md": [
    `It may have ${mib(limits.registry.bytes)} and ${grouped(limits.registry.entries)} entries`,
    `every ${refreshSeconds.default} seconds by default. A copy is used for up to ${staleMinutes} minutes`,
    `a document of more than ${kib(limits.registry.rangeBytes)}`,
  ],
  "docs/guides/publish-a-spec-package.md": [
    `A spec package may have ${kib(limits.specPackage.bytes)}`,
    `Assay fetches the package every ${refreshSeconds.default} seconds`,
  ],
  "skills/propose-with-assay/SKILL.md": [`at most ${rate}`],
};

for (const [page, expected] of Object.entries(sentences)) {
  test(`${page} states the numbers that the code has`, () => {
    const text = readFileSync(join(root, page), "utf8").replace(/\s+(?:# )?/g, " ");
    assert.deepEqual(
      expected.filter((sentence) => !text.includes(sentence)),
      [],
    );
  });
}

test("the catalogues state no number but those that the code has", () => {
  const { schema } = limits;
  const texts: { readonly [text: string]: readonly unknown[] } = {
    [problemCatalogue["request-timeout"].explanation]: [seconds(requestTimeoutMs)],
    [problemCatalogue["body-too-large"].explanation]: [grouped(limits.bodyBytes)],
    [problemCatalogue["json-too-deep"].explanation]: [limits.bodyDepth],
    [problemCatalogue["rate-limited"].explanation]: [calls, `${windowSeconds} seconds`],
    [problemCatalogue["headers-too-large"].explanation]: [maxHeaders, 8],
    [specProblemCatalogue["spec.too-large"].explanation]: [8],
    [specProblemCatalogue["spec.costly"].explanation]: [grouped(schema.expandedSubschemas)],
    [specProblemCatalogue["spec.pattern"].explanation]: [
      ...[schema.patternProgram, schema.patternWeight / 1024],
      ...[grouped(schema.patternUnfolded), grouped(schema.patternInput)],
    ],
    [specProblemCatalogue["spec.weakens-rule"].explanation]: [schema.generatorIdLength],
  };
  const number = new RegExp(`\\b(?:\\d[\\d,.]*\\d|\\d|${words.slice(2).join("|")})\\b(?: seconds)?`, "g");
  const isOther = (found: string) => !["RE2", "262"].includes(found);
  for (const [text, expected] of Object.entries(texts)) {
    const found = text.replaceAll("ECMA-262", "").match(number) ?? [];
    assert.deepEqual(found.filter(isOther), expected.map(String), text);
  }
});
