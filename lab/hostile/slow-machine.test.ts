import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, limits } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { membersOf, times } from "@assay/testing/corpora/honest-bodies";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { ref, spec, specOfX } from "@assay/testing/corpora/hostile-spec";
import { figure } from "@assay/testing/figure";
import { onlyAtFullScale, scaled } from "@assay/testing/scale";
import { waitUntil } from "@assay/testing/wait-until";
import { domainOf } from "../../e2e/documents/service.ts";
import { type ServiceProcess, startService } from "../../e2e/documents/start-service.ts";
import { startUnreliableProduct, type UnreliableProduct } from "../../e2e/documents/unreliable-product.ts";

const processorShare = scaled({ ci: 0.25, full: 0.1 });
const timeoutMs = 600_000;

const text = { type: "string", maxLength: 100 };
const closed = (count: number, schema: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  properties: membersOf(count, (i) => [`m${i}`, schema]),
});
const rule = (i: number, part: (index: number) => string, count: number) => ({
  id: `rule-${i}`,
  check: "cel",
  at: "",
  assert: times(count, part).join(" && "),
  message: "Not so.",
});
const hostile = (name: string): Uint8Array =>
  hostilePackages().find((each) => each.name === name)?.bytes ?? assert.fail(`no package is called ${name}`);
const encode = (document: JsonObject): Uint8Array => Buffer.from(JSON.stringify(document));

/** Accepted and refused ones in turn; whatever takes longest is among them. */
const packages: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ["Datamint's", specFile("datamint/generator-option/1.0.0", [{ op: "remove", path: "/next" }])],
  ["patterns in every rule", encode(spec({ rules: times(57, patterns) }))],
  ["30 references to 30 members", encode(specOfX(closed(30, ref("d")), { d: closed(30, text) }))],
  ["tests that take everything there is", hostile("64 tests that take everything there is")],
  ["180 plain properties", encode(specOfX(closed(180, text)))],
  ["thousands of unknown keywords", hostile("thousands of keywords that nobody knows")],
  ["57 long rules", encode(spec({ rules: times(57, comparisons) }))],
  ["too much code", encode(specOfX({ ...closed(0, text), properties: { ["n".repeat(6_000)]: closed(90, text) } }))],
  ["a chain of 200 definitions", hostile("a chain of 200 definitions")],
  ["tests that fail with a flood", hostile("64 tests that fail with a flood")],
];

function patterns(i: number): JsonObject {
  return rule(i, (n) => `!candidate.generatorName.matches('^[a-z]{1,100}x${i}y${n}$')`, limits.cel.patterns);
}

function comparisons(i: number): JsonObject {
  return rule(i, (n) => `size(candidate.generatorName) != ${1_000 * i + n + 500}`, 36);
}

test("a spec package has the same outcome when the service gets a fraction of a processor", {
  skip: onlyAtFullScale,
}, async () => {
  const offered = packages.slice(0, scaled({ ci: 2, full: packages.length }));
  const usual = await outcomesOf(offered, 1);
  const slow = await outcomesOf(offered, processorShare);
  figure("share of a processor", processorShare, "0.1 at full scale");
  figure("spec packages offered", offered.length, "10 at full scale");
  figure("accepted, refused", `${count(usual.outcomes, "in force")}, ${count(usual.outcomes, "refused")}`, "both");
  figure("seconds until ready, usually and slowly", `${usual.readySeconds}, ${slow.readySeconds}`, "none");
  figure("seconds for all packages, usually and slowly", `${usual.seconds}, ${slow.seconds}`, "none");
  const differing = slow.outcomes.filter((outcome, index) => outcome !== usual.outcomes[index]);
  figure("outcomes that differ", differing.length, 0);
  assert.deepEqual(slow.outcomes, usual.outcomes);
  assert.ok(count(usual.outcomes, "in force") > 0 && count(usual.outcomes, "refused") > 0);
});

function count(outcomes: readonly string[], outcome: string): number {
  return outcomes.filter((each) => each.startsWith(outcome)).length;
}

async function outcomesOf(offered: typeof packages, share: number) {
  await using product = await startUnreliableProduct();
  const begun = performance.now();
  const settings = { log: { level: "info" } };
  product.misbehave("spec package", { kind: "instead", body: specFile("datamint/generator-option/2.0.0") });
  await using service = await startService(
    { ...settings, domains: [domainOf(product, { refreshSeconds: 0.5 })] },
    { processorShare: share },
  );
  const readySeconds = secondsSince(begun);
  const outcomes: string[] = [];
  for (const [name, bytes] of offered) outcomes.push(await outcomeOf(service, product, bytes, name));
  return { outcomes, readySeconds, seconds: secondsSince(begun) };
}

function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 1_000);
}

async function outcomeOf(
  { child }: ServiceProcess,
  product: UnreliableProduct,
  bytes: Uint8Array,
  name: string,
): Promise<string> {
  const before = product.asked("spec package");
  product.misbehave("spec package", { kind: "instead", body: bytes });
  // The last refresh before it has ended when the next one begins.
  await waitUntil(`${name} is asked for`, () => product.asked("spec package") > before, { timeoutMs });
  const read = child.output().length;
  const outcome = await waitUntil(`${name} has an outcome`, () => eventsIn(child.output().slice(read))[0], {
    timeoutMs,
  });
  return outcome ?? "";
}

function eventsIn(output: string): readonly string[] {
  return output.split("\n").flatMap((line) => {
    if (!line.endsWith("}") || !line.startsWith("{")) return [];
    const { event, part, reason, digest } = JSON.parse(line) as { readonly [member: string]: string };
    if (event === "spec-package-in-force") return [`in force: ${digest}`];
    return event === "refresh-failed" && part === "spec package" ? [`refused: ${reason}`] : [];
  });
}
