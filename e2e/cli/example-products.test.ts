import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { JsonObject, ProposalPackage } from "@assay/contract";
import { waitUntil } from "@assay/testing/wait-until";
import {
  createKey,
  type ExampleProduct,
  type ExampleProgram,
  examples,
  keys,
  knownKeys,
  rules,
  startExampleProduct,
} from "./start-example-product.ts";

const programs: { readonly [language: string]: ExampleProgram } = {
  Python: { program: "python3", args: ["-B", join(examples, "product-python/product.py")], usesCommand: true },
  Node: {
    program: process.execPath,
    args: ["--conditions=assay-source", join(examples, "product-node/product.ts")],
    usesCommand: false,
  },
};
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const ben = { authorization: `Bearer ${keys.ben}` };

const createPalette = (generatorId: string, paletteTitle = "Sea side"): JsonObject => ({
  owner: { kind: "human", id: "ada" },
  generatorId,
  paletteTitle,
  colors: ["#1d3557", "#a8dadc"],
});

for (const [language, program] of Object.entries(programs)) testProduct(language, program);

function testProduct(language: string, program: ExampleProgram): void {
  describe(`a product in ${language}`, {
    skip: language === "Python" && !hasPython && "python3 is not installed",
  }, () => {
    const { usesCommand } = program;
    const skip = !usesCommand && "the product runs the engine in its own process";
    let product: ExampleProduct;
    before(async () => {
      product = await startExampleProduct(program);
    });
    after(() => product?.[Symbol.asyncDispose]());

    test("records a package once, however often it is submitted, and refuses it if it was changed after the build", async () => {
      product.workspace.write("candidate.json", createPalette("sea-side"));
      const built = await product.workspace.assay("build", "candidate.json", "-o", "proposal.json");
      assert.equal(built.code, 0, built.stderr);
      const submitted = await product.workspace.assay("submit", "--yes", "proposal.json");
      assert.equal(submitted.code, 0, submitted.stderr);
      assert.match(submitted.stdout, /Submitted \(in-ballot\)/);
      const proposalPackage = JSON.parse(product.workspace.read("proposal.json")) as ProposalPackage;
      const again = await product.submit(proposalPackage);
      assert.deepEqual([again.status, again.body.proposal.digest], [200, proposalPackage.digest]);

      const other = await product.buildPackage(createPalette("sea-shore"));
      const tampered: readonly (readonly [changed: unknown, status: number, code: string])[] = [
        [{ ...other, candidate: createPalette("sea-shore", "Sea slide") }, 422, "changed-after-build"],
        [{ ...other, digest: `sha256:${"0".repeat(64)}` }, 422, "changed-after-build"],
        [{ ...other, note: "more" }, 422, "changed-after-build"],
        [{ ...other, specPackage: { ...other.specPackage, version: "9.0.0" } }, 422, "spec-package-changed"],
        [{ ...other, specPackage: 1 }, 422, "changed-after-build"],
        [{}, 422, "changed-after-build"],
        ["a text", 400, "no-package"],
      ];
      for (const [changed, status, code] of tampered) {
        const answer = await product.submit(changed);
        assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(changed));
      }
      // Some parsers accept this JSON, others refuse it.
      for (const [text, code] of [
        ["NaN", "malformed-json"],
        ["9007199254740993", "ambiguous-json"],
        ["1.00000000000000000001", "ambiguous-json"],
        ['"\\ud800"', "ambiguous-json"],
        ['{"a":1,"a":1}', "ambiguous-json"],
      ] as const) {
        const answer = await product.post("/api/proposals", `{"proposalPackage":{"format":${text}}}`);
        assert.deepEqual([answer.status, answer.body.code], [400, code]);
      }
      const withNote = await product.post("/api/proposals", JSON.stringify({ proposalPackage, note: "more" }));
      assert.deepEqual([withNote.status, withNote.body.code], [400, "no-package"]);
      const key = `assay-${proposalPackage.digest.slice("sha256:".length)}`;
      assert.equal((await product.submit(other, { "idempotency-key": key })).status, 409);
      assert.equal((await product.submit(other, { authorization: "Bearer ai_nobody" })).status, 401);
    });

    test("refuses a package whose id was taken after it was built, and sends the verdict", async () => {
      const [first, second] = [
        await product.buildPackage(createPalette("red-sea")),
        await product.buildPackage(createPalette("red-sea", "Red sea")),
      ];
      const { body } = await product.submit(first);
      const ballot = new URL(body.proposal.ballot.url).pathname;
      assert.equal((await product.post(ballot, '{"accept":true}')).status, 403);
      const decided = await product.post(ballot, '{"accept":true}', ben);
      assert.equal(decided.body.proposal.state, "accepted");
      const refused = await product.submit(second);
      assert.equal(refused.status, 422);
      assert.deepEqual(
        refused.body.diagnostics.map(({ code }: { code: string }) => code),
        ["registry.id-taken"],
      );
      const listed = await product.workspace.assay("proposals");
      assert.match(listed.stdout, /^red-sea: accepted\.$/m);
    });

    const rivalsTitle = usesCommand
      ? "refuses a second proposal for an id while the first is being voted on"
      : "warns voters that another open proposal has the same id";
    test(rivalsTitle, async () => {
      const first = await product.buildPackage(createPalette("gulf"));
      const second = await product.buildPackage(createPalette("g-ulf", "The gulf"));
      const ballot = new URL((await product.submit(first)).body.proposal.ballot.url).pathname;
      const rival = await product.submit(second);
      if (usesCommand) {
        assert.equal(rival.status, 422);
        assert.partialDeepStrictEqual(rival.body.diagnostics, [{ code: "registry.id-taken" }]);
        assert.equal((await product.post(ballot, '{"accept":false}', ben)).body.proposal.state, "rejected");
        assert.equal((await product.submit(second)).status, 201);
      } else {
        const review = await fetch(rival.body.proposal.ballot.url);
        assert.match(await review.text(), /Warnings: 1/);
      }
    });

    test("shows the review on a ballot page, where the author's text cannot become markup", async () => {
      const title = "<img src=x onerror=alert(1)> </code>&lt; ``a`b [c](javascript:alert(1)) \"'";
      const layers = [
        { name: "Sky<b>", depth: 1 },
        { name: "Sea", depth: 2 },
      ];
      const { body } = await product.submit(
        await product.buildPackage({ ...createPalette("sea-page", title), layers }),
      );
      const page = await fetch(body.proposal.ballot.url);
      assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
      const source = await page.text();
      for (const tag of ["<img", "</code>&lt;", "<b>"]) assert.ok(!source.includes(tag), source);
      const asText = source.replace(/&(?:#x?\w+|lt|gt|amp|quot);/g, unescapeEntity);
      for (const text of ["sea-page", "<img src=x onerror=alert(1)>", "Sky<b>"])
        assert.ok(asText.includes(text), asText);
    });

    test("creates one proposal for simultaneous requests with the same package", async () => {
      const proposalPackage = await product.buildPackage(createPalette("low-tide"));
      const answers = await Promise.all(Array.from({ length: 8 }, () => product.submit(proposalPackage)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(7).fill(200), 201]);
      assert.equal(new Set(answers.map(({ body }) => body.proposal.id)).size, 1);
    });

    test("refuses every package while nobody checks it, or with another registry", { skip }, async () => {
      const proposalPackage = await product.buildPackage(createPalette("north-sea"));
      const expectUnavailable = async (cause: string) => {
        const { status, headers, body } = await product.submit(proposalPackage);
        assert.deepEqual([status, body.code], [503, "assay-unavailable"], cause);
        assert.ok(Number(headers.get("retry-after")) > 0);
      };
      const port = await product.stopVerify();
      await expectUnavailable("stopped");
      const accepted = { kind: "ok", idKey: "northsea", proposalPackage, ownerReview: "" };
      const { revision } = (await (await fetch(`${product.origin}/registry.json`)).json()) as { revision: string };
      const answers = [
        { status: 500, revision, text: JSON.stringify(accepted) },
        { status: 200, revision, text: "[]" },
        { status: 200, revision, text: JSON.stringify(accepted).slice(0, -1) },
        { status: 200, revision: `${revision}0`, text: JSON.stringify(accepted) },
        { status: 200, text: JSON.stringify(accepted) },
      ];
      for (const { status, revision: used, text } of answers) {
        const impostor = createServer((_, response) => {
          response.writeHead(status, used === undefined ? {} : { "registry-revision": used }).end(text);
        }).listen(port, "127.0.0.1");
        await once(impostor, "listening");
        await expectUnavailable(JSON.stringify([status, used, text]));
        impostor.close();
        await once(impostor, "close");
      }
      assert.ok(!(await product.workspace.assay("proposals")).stdout.includes("north-sea"));
      await product.startVerify();
      assert.equal((await product.submit(proposalPackage)).status, 201);
    });

    test("refuses packages that were built under earlier rules, and keeps its rules if new ones are broken", async () => {
      const build = () => product.buildPackage(createPalette("black-sea"));
      const before = await build();
      product.workspace.write("spec-package.json", rules.replace('"maxItems": 12,', ""));
      assert.equal((await product.submit(await product.buildPackage(createPalette("white-sea")))).status, 201);
      product.workspace.write("spec-package.json", rules.replace('"version": "1.0.0"', '"version": "1.1.0"'));
      const refused = await product.submit(before);
      assert.deepEqual([refused.status, refused.body.code], [422, "spec-package-changed"]);
      const rebuilt = await waitUntil("Assay has the new rules", build, {
        isDone: ({ specPackage }) => specPackage.version === "1.1.0",
      });
      assert.equal((await product.submit(rebuilt)).status, 201);
    });

    test("accepts a proposal only from its owner, and reveals nothing about it to other callers", async () => {
      const adasPackage = await product.buildPackage(createPalette("tidal-flat"));
      const fetchRegistry = async () => (await fetch(`${product.origin}/registry.json`)).text();
      const before = await fetchRegistry();
      const refused = await product.submit(adasPackage, ben);
      assert.deepEqual([refused.status, refused.body.code], [403, "not-the-owner"]);
      for (const id of ["ada", "ben"]) assert.ok(refused.body.detail.includes(`"${id}"`), refused.body.detail);
      assert.equal(await fetchRegistry(), before);
      const bensProposals = await fetch(`${product.origin}/api/proposals`, { headers: ben });
      assert.deepEqual(await bensProposals.json(), { proposals: [] });
      assert.equal((await product.submit(adasPackage)).status, 201);
      const again = await product.submit(adasPackage, ben);
      // With reserved ids, this id is now taken for everyone.
      if (usesCommand) assert.partialDeepStrictEqual(again.body.diagnostics, [{ code: "registry.id-taken" }]);
      else assert.deepEqual([again.status, again.body], [403, refused.body]);
      assert.equal((await product.submit(adasPackage)).status, 200);
    });

    test("checks a package before it compares the owner with the caller", async () => {
      const adasPackage = await product.buildPackage(createPalette("mud-flat"));
      const changed = await product.submit({ ...adasPackage, digest: `sha256:${"0".repeat(64)}` }, ben);
      assert.deepEqual([changed.status, changed.body.code], [422, "changed-after-build"]);
    });

    test("compares packages as JSON values: 1 is 1.0, but not true", async () => {
      const text = JSON.stringify(await product.buildPackage({ ...createPalette("salt-marsh"), weight: 1 }));
      const submit = async (weight: string) => {
        const body = `{"proposalPackage":${text.replace('"weight":1', `"weight":${weight}`)}}`;
        return (await product.post("/api/proposals", body, { "idempotency-key": "salt-marsh" })).status;
      };
      assert.deepEqual([await submit("1"), await submit("1.0"), await submit("true")], [201, 200, 409]);
    });

    test("accepts an access token only if it was issued for this product, but accepts a key even without an audience", async () => {
      const createToken = () => randomBytes(24).toString("hex");
      const fetchStatus = async (token: string, claims: JsonObject) => {
        product.workspace.write("keys.json", { ...knownKeys, [hash("sha256", token)]: { sub: "ada", ...claims } });
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${product.origin}/api/proposals`, { headers })).status;
      };
      for (const create of [createToken, createKey]) {
        for (const aud of [`${product.serviceUrl}/mcp`, [product.serviceUrl], [], `${product.origin}.example`, ""])
          assert.equal(await fetchStatus(create(), { aud }), 401, JSON.stringify(aud));
        for (const aud of [product.origin, [product.serviceUrl, product.origin]])
          assert.equal(await fetchStatus(create(), { aud }), 200, JSON.stringify(aud));
      }
      assert.deepEqual([await fetchStatus(createToken(), {}), await fetchStatus(createKey(), {})], [401, 200]);
    });

    test("gives an id to one of two simultaneous submissions, and the verdict to the other", { skip }, async () => {
      for (let round = 0; round < 5; round += 1) {
        const rivals = [
          await product.buildPackage(createPalette(`delta${round}`)),
          await product.buildPackage(createPalette(`del-ta${round}`, "River delta")),
        ];
        const answers = await Promise.all(rivals.map((rival) => product.submit(rival)));
        const [recorded, refused] = answers.sort((a, b) => a.status - b.status);
        assert.deepEqual([recorded?.status, refused?.status], [201, 422]);
        assert.partialDeepStrictEqual(refused?.body.diagnostics, [{ code: "registry.id-taken" }]);
      }
    });
  });
}

function unescapeEntity(entity: string): string {
  const names: { readonly [entity: string]: string } = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
  const [, hex, number] = /^&#(x?)(\w+);$/.exec(entity) ?? [];
  return names[entity] ?? String.fromCharCode(Number.parseInt(number ?? "0", hex === "x" ? 16 : 10));
}
