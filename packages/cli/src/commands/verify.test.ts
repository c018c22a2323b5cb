import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  firstSpecPackage,
  type JsonObject,
  type ProposalPackage,
  resolveTests,
  type SpecTest,
  type Verification,
  verificationSchema,
} from "@assay/contract";
import { describeProposal, packageDigest, registryFromSnapshot } from "@assay/engine";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Io } from "../io.ts";
import { run } from "../run.ts";

const cwd = mkdtempSync(join(tmpdir(), "assay-verify-"));
after(() => rmSync(cwd, { recursive: true }));
const write = (name: string, value: object) => writeFileSync(join(cwd, name), JSON.stringify(value));
const rules = firstSpecPackage("wayfinder", "route");
const emptyRegistry = {
  format: "generator-registry/v1",
  targetProduct: "wayfinder",
  revision: "1",
  complete: true,
  entries: [],
  pending: [],
};
write("rules.json", rules);
write("registry.json", emptyRegistry);
// An invalid assay.json and invalid variables, because `verify` must read neither.
writeFileSync(join(cwd, "assay.json"), "{");
const env = { ASSAY_SERVICE: "no address", ASSAY_KEY: "\n" };

const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(rules)));
assert.ok(compiled.kind === "ok");
const { spec } = compiled;
const { candidate } = resolveTests(rules)[0] as SpecTest;
const built = engine.build({ spec, registry: registryFromSnapshot({ ...emptyRegistry }), candidate });
assert.ok(built.valid);
const { proposalPackage } = built;
const { digest } = proposalPackage;
const isVerification = new Ajv2020({ strict: false }).compile(verificationSchema);

test("verify answers in JSON for each of the six outcomes, and for input that is not JSON", async () => {
  const accepted = await verify(JSON.stringify({ proposalPackage }));
  const { verdict } = built;
  const ownerReview = describeProposal(proposalPackage, { spec, verdict });
  assert.deepEqual(accepted, {
    code: 0,
    answer: {
      kind: "ok",
      diagnostics: verdict.diagnostics,
      digest,
      idKey: "seaside",
      proposalPackage,
      ownerReview,
    },
  });
  // The bare package, as `assay build` writes it.
  assert.deepEqual(await verify(JSON.stringify(proposalPackage)), accepted);

  const key = { idKey: "seaside" };
  for (const [text, answer] of [
    ["{}", { kind: "not-a-package", diagnostics: [] }],
    ['{"proposalPackage":"a text"}', { kind: "not-a-package", diagnostics: [] }],
    [JSON.stringify({ ...proposalPackage, note: 1 }), { kind: "not-a-package", diagnostics: [], ...key }],
    [forgePackage({ domainId: "other" }), { kind: "other-spec-package", diagnostics: [], ...key }],
    [
      forgePackage({ candidate: { ...proposalPackage.candidate, name: " Sea side" } }),
      { kind: "not-normalized", digest, ...key },
    ],
    [JSON.stringify({ ...proposalPackage, digest: "sha256:0" }), { kind: "digest-differs", digest, ...key }],
    [forgePackage({ candidate: { ...proposalPackage.candidate, generatorId: 1 } }), { kind: "invalid", valid: false }],
    ["", { kind: "unreadable", unreadable: { code: "malformed-json", line: 1, column: 1 } }],
    ['{"a":1,"a":1}', { kind: "unreadable", unreadable: { code: "ambiguous-json" } }],
    ["[".repeat(34), { kind: "unreadable", unreadable: { code: "json-too-deep" } }],
    [" ".repeat(5_000_000), { kind: "unreadable", unreadable: { code: "body-too-large" } }],
  ] as const) {
    const refused = await verify(text);
    assert.equal(refused.code, 1, text.slice(0, 200));
    assert.partialDeepStrictEqual(refused.answer, { ...answer });
    assert.equal("digest" in refused.answer, "digest" in answer, answer.kind);
  }
});

test("a taken id is reported in the verdict, and idKey is the form that the registry compares", async () => {
  const taken = { ...emptyRegistry, entries: [{ id: "Sea.Side", state: "active" }] };
  write("taken.json", taken);
  const { code, answer } = await verify(JSON.stringify(proposalPackage), "rules.json", "taken.json");
  assert.equal(code, 1);
  assert.partialDeepStrictEqual(answer, {
    kind: "invalid",
    valid: false,
    idKey: "seaside",
    diagnostics: [{ code: "registry.id-taken", path: "/generatorId" }],
  });
  write("exact.json", { ...rules, generatorId: { compare: "exact" } });
  const exact = await verify(JSON.stringify(proposalPackage), "exact.json", "registry.json");
  assert.equal(exact.answer.kind === "unreadable" || exact.answer.idKey, "sea-side");
});

test("with unusable rules or registries, verify exits with 2 and prints nothing to standard output", async () => {
  write("other-product.json", { ...emptyRegistry, targetProduct: "other" });
  write("broken.json", {});
  writeFileSync(join(cwd, "large.json"), " ".repeat(300_000));
  for (const [file, registryFile] of [
    ["rules.json", "other-product.json"],
    ["rules.json", "broken.json"],
    ["rules.json", "missing.json"],
    ["broken.json", "registry.json"],
    ["large.json", "registry.json"],
    ["missing.json", "registry.json"],
  ] as const)
    assert.deepEqual(
      await assay(JSON.stringify(proposalPackage), "--spec-package", file, "--registry", registryFile),
      [2, ""],
      `${file} ${registryFile}`,
    );
  assert.deepEqual(await assay("{}", "--spec-package", "rules.json"), [2, ""]);
  assert.deepEqual(await assay("{}", "--registry", "registry.json"), [2, ""]);
});

test("listens only on this machine, and takes either a package or an address", async () => {
  const files = ["--spec-package", "rules.json", "--registry", "registry.json"];
  const others = ["0.0.0.0:0", "[::]:0", "localhost:0", ":0", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1.example:0"];
  for (const address of [...others, "/missing/assay.sock"])
    assert.deepEqual(await runVerify("", "--listen", address, ...files), [2, ""], address);
  assert.deepEqual(await runVerify("", ...files), [2, ""]);
  assert.deepEqual(await runVerify("", "-", "--listen", "127.0.0.1:0", ...files), [2, ""]);
});

/** A modified package with a recomputed digest. */
function forgePackage(members: JsonObject): string {
  const changed = { ...proposalPackage, ...members } as ProposalPackage;
  return JSON.stringify({ ...changed, digest: packageDigest(changed, sha256) });
}

async function verify(text: string, file = "rules.json", registryFile = "registry.json") {
  const [code, out] = await assay(text, "--spec-package", file, "--registry", registryFile);
  const answer = JSON.parse(out) as Verification;
  assert.ok(isVerification(answer), `${JSON.stringify(isVerification.errors)}: ${out}`);
  return { code, answer };
}

async function assay(text: string, ...options: readonly string[]) {
  return await runVerify(text, "-", ...options, "--format", "json");
}

async function runVerify(text: string, ...args: readonly string[]): Promise<readonly [code: number, out: string]> {
  let out = "";
  const io: Partial<Io> = {
    cwd,
    env,
    canAsk: false,
    signal: new AbortController().signal,
    readStdin: async (maxBytes) => new TextEncoder().encode(text).subarray(0, maxBytes),
    out: {
      write(part) {
        out += part;
      },
      columns: undefined,
    },
    err: { write() {}, columns: undefined },
  };
  return [await run(["verify", ...args], io as Io), out];
}
