import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { JsonObject, ProposalPackage } from "@assay/contract";
import { startApp } from "@assay/server";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { startChild } from "@assay/testing/services/start-child";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { waitUntil } from "@assay/testing/wait-until";
import { assayCommand, createWorkspace, type Workspace } from "./workspace.ts";

const command = assayCommand.map((word) => `'${word}'`).join(" ");
const examples = join(import.meta.dirname, "../../examples");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const layers = `{
  "type": "array", "maxItems": 9, "items": {
    "type": "object", "additionalProperties": false, "maxProperties": 2,
    "properties": { "name": { "type": "string", "maxLength": 9 }, "depth": { "type": "integer", "minimum": 0, "maximum": 9 } }
  }
}`;
// The rules of a team that copied the example: with more properties, and an optional title instead of the name.
const rules = readFileSync(join(examples, "smallest-spec-package/spec-package.json"), "utf8")
  .replace('"properties": {', `$& "weight": { "type": "number", "minimum": 0, "maximum": 10 }, "layers": ${layers},`)
  .replace('"generatorId", "paletteName",', '"generatorId",')
  .replaceAll("paletteName", "paletteTitle");
const createKey = () => `ai_${randomBytes(24).toString("base64url")}`;
const keys = { ada: createKey(), ben: createKey() };
const knownKeys = Object.fromEntries(Object.entries(keys).map(([sub, key]) => [hash("sha256", key), { sub }]));
// Its secret has characters that form encoding escapes.
const client = { id: "swatchbook", secret: "keep this+secret: 100%" };

const createPalette = (generatorId: string, paletteTitle = "Sea side"): JsonObject => ({
  owner: { kind: "human", id: "ada" },
  generatorId,
  paletteTitle,
  colors: ["#1d3557", "#a8dadc"],
});

interface Product {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether it runs `assay` for each submission, and reserves the ids of proposals that are still in a vote. */
  readonly runsAssay: boolean;
}

// Started as their pages describe, with packages resolved from source.
const products: { readonly [name: string]: Product } = {
  Python: { program: "python3", args: ["-B", join(examples, "product-python/product.py")], runsAssay: true },
  Node: {
    program: process.execPath,
    args: ["--conditions=assay-source", join(examples, "product-node/product.ts")],
    runsAssay: false,
  },
};

for (const [language, product] of Object.entries(products)) testProduct(language, product);

function testProduct(language: string, { program, args, runsAssay }: Product): void {
  describe(`a product in ${language}`, {
    skip: language === "Python" && !hasPython && "python3 is not installed",
  }, () => {
    const skip = !runsAssay && "the product runs the engine in its own process";
    const started = new AsyncDisposableStack();
    let workspace: Workspace;
    let origin: string;
    let service: string;
    let introspectionUrl: string;

    before(async () => {
      workspace = started.use(createWorkspace());
      workspace.write("keys.json", knownKeys);
      workspace.write("spec-package.json", rules);
      // A script that runs the command, and with which a test can break or delay it.
      workspace.write(
        "assay",
        `#!/bin/sh
[ ! -e ${workspace.folder}/broken ] || . ${workspace.folder}/broken
if [ -e ${workspace.folder}/held ]; then
  echo >> ${workspace.folder}/asked
  while [ -e ${workspace.folder}/held ]; do sleep 0.05; done
fi
exec ${command} "$@"
`,
      );
      chmodSync(join(workspace.folder, "assay"), 0o755);

      const port = String(await findFreePort());
      await startProduct(
        { args: [join(examples, "introspection/introspect.ts"), "keys.json"] },
        { PORT: port, CLIENT: client.id, CLIENT_SECRET: client.secret },
      );
      introspectionUrl = `http://127.0.0.1:${port}/introspect`;
      const product = await startProduct(
        { program, args: [...args, "spec-package.json"] },
        {
          PORT: "0",
          IDENTITY: introspectionUrl,
          CLIENT: client.id,
          CLIENT_SECRET: client.secret,
          ASSAY: join(workspace.folder, "assay"),
        },
      );
      origin = product.replace("listening at ", "");
      const app = started.use(
        await startApp({
          limit: manyCalls,
          ...longTimeouts,
          keys: { introspectionUrl, clientId: client.id, clientSecret: client.secret },
          domains: [
            {
              targetProduct: "swatchbook",
              domainId: "color-palette",
              refreshSeconds: 1,
              maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
              specPackageUrl: `${origin}/spec-package.json`,
              submissionUrl: `${origin}/api/proposals`,
              registry: { url: `${origin}/registry.json` },
            },
          ],
        }),
      );
      await waitUntilReady(app);
      service = app.url;
      Object.assign(workspace.env, { ASSAY_KEY: keys.ada, ASSAY_SERVICE: service, ASSAY_PRODUCTS: origin });
      workspace.write("assay.json", { targetProduct: "swatchbook", domainId: "color-palette" });
    });
    after(() => started.disposeAsync());

    test("accepts a package that Assay built, once, and refuses it if it was changed", async () => {
      workspace.write("candidate.json", createPalette("sea-side"));
      const built = await workspace.assay("build", "candidate.json", "-o", "proposal.json");
      assert.equal(built.code, 0, built.stderr);
      const submitted = await workspace.assay("submit", "--yes", "proposal.json");
      assert.equal(submitted.code, 0, submitted.stderr);
      assert.match(submitted.stdout, /Submitted \(in-ballot\)/);
      const proposalPackage = JSON.parse(workspace.read("proposal.json")) as ProposalPackage;
      const again = await submit(proposalPackage);
      assert.deepEqual([again.status, again.body.proposal.digest], [200, proposalPackage.digest]);

      const other = await buildPackage(createPalette("sea-shore"));
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
        const answer = await submit(changed);
        assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(changed));
      }
      // JSON that some parsers accept and others do not.
      for (const [text, code] of [
        ["NaN", "malformed-json"],
        ["9007199254740993", "ambiguous-json"],
        ["1.00000000000000000001", "ambiguous-json"],
        ['"\\ud800"', "ambiguous-json"],
        ['{"a":1,"a":1}', "ambiguous-json"],
      ] as const) {
        const answer = await post("/api/proposals", `{"proposalPackage":{"format":${text}}}`);
        assert.deepEqual([answer.status, answer.body.code], [400, code]);
      }
      const withNote = await post("/api/proposals", JSON.stringify({ proposalPackage, note: "more" }));
      assert.deepEqual([withNote.status, withNote.body.code], [400, "no-package"]);
      const key = `assay-${proposalPackage.digest.slice("sha256:".length)}`;
      assert.equal((await submit(other, { "idempotency-key": key })).status, 409);
      assert.equal((await submit(other, { authorization: "Bearer ai_nobody" })).status, 401);
    });

    test("refuses a package whose id was taken after it was built, and sends the verdict", async () => {
      const [first, second] = [
        await buildPackage(createPalette("red-sea")),
        await buildPackage(createPalette("red-sea", "Red sea")),
      ];
      const { body } = await submit(first);
      const ballot = new URL(body.proposal.ballot.url).pathname;
      assert.equal((await post(ballot, '{"accept":true}')).status, 403);
      const decided = await post(ballot, '{"accept":true}', { authorization: `Bearer ${keys.ben}` });
      assert.equal(decided.body.proposal.state, "accepted");
      const refused = await submit(second);
      assert.equal(refused.status, 422);
      assert.deepEqual(
        refused.body.diagnostics.map(({ code }: { code: string }) => code),
        ["registry.id-taken"],
      );
      const listed = await workspace.assay("proposals");
      assert.match(listed.stdout, /^red-sea: accepted\.$/m);
    });

    test("a second proposal for an id is refused during the vote on the first, or warns its voters", async () => {
      const [first, second] = [
        await buildPackage(createPalette("gulf")),
        await buildPackage(createPalette("g-ulf", "The gulf")),
      ];
      const ballot = new URL((await submit(first)).body.proposal.ballot.url).pathname;
      const rival = await submit(second);
      const castVote = () => post(ballot, '{"accept":false}', { authorization: `Bearer ${keys.ben}` });
      if (runsAssay) {
        assert.equal(rival.status, 422);
        assert.partialDeepStrictEqual(rival.body.diagnostics, [{ code: "registry.id-taken" }]);
        assert.equal((await castVote()).body.proposal.state, "rejected");
        assert.equal((await submit(second)).status, 201);
      } else {
        const review = await fetch(rival.body.proposal.ballot.url);
        assert.match(await review.text(), /Warnings: 1/);
      }
    });

    test("its ballot page shows the review, in which an author's text cannot become markup", async () => {
      const title = "<img src=x onerror=alert(1)> </code>&lt; ``a`b [c](javascript:alert(1)) \"'";
      const layers = [
        { name: "Sky<b>", depth: 1 },
        { name: "Sea", depth: 2 },
      ];
      const { body } = await submit(await buildPackage({ ...createPalette("sea-page", title), layers }));
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
      const proposalPackage = await buildPackage(createPalette("low-tide"));
      const answers = await Promise.all(Array.from({ length: 8 }, () => submit(proposalPackage)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(7).fill(200), 201]);
      assert.equal(new Set(answers.map(({ body }) => body.proposal.id)).size, 1);
    });

    test("accepts no package while it cannot run assay", { skip }, async () => {
      const proposalPackage = await buildPackage(createPalette("north-sea"));
      const accepted = JSON.stringify({ kind: "ok", idKey: "northsea", proposalPackage, ownerReview: "" });
      for (const broken of ["exit 1", "exit 2", "kill -9 $$", "echo '[]'; exit 0", `echo '${accepted}'; exit 1`]) {
        workspace.write("broken", broken);
        const unavailable = await submit(proposalPackage);
        assert.deepEqual([unavailable.status, unavailable.body.code], [503, "assay-unavailable"], broken);
        assert.ok(Number(unavailable.headers.get("retry-after")) > 0);
      }
      assert.ok(!(await workspace.assay("proposals")).stdout.includes("north-sea"));
      rmSync(join(workspace.folder, "broken"));
      assert.equal((await submit(proposalPackage)).status, 201);
    });

    test("refuses packages that were built under earlier rules, and keeps its rules if new ones are broken", async () => {
      const before = await buildPackage(createPalette("black-sea"));
      workspace.write("spec-package.json", rules.replace('"maxItems": 12,', ""));
      assert.equal((await submit(await buildPackage(createPalette("white-sea")))).status, 201);
      workspace.write("spec-package.json", rules.replace('"version": "1.0.0"', '"version": "1.1.0"'));
      const refused = await submit(before);
      assert.deepEqual([refused.status, refused.body.code], [422, "spec-package-changed"]);
      const rebuilt = await waitUntil("Assay has the new rules", () => buildPackage(createPalette("black-sea")), {
        isDone: ({ specPackage }) => specPackage.version === "1.1.0",
      });
      assert.equal((await submit(rebuilt)).status, 201);
    });

    test("accepts a proposal only from its owner, and discloses nothing about it to others", async () => {
      const adasPackage = await waitUntil("Assay has the new rules", () => buildPackage(createPalette("tidal-flat")), {
        isDone: ({ specPackage }) => specPackage.version === "1.1.0",
      });
      const ben = { authorization: `Bearer ${keys.ben}` };
      const fetchRegistry = async () => (await fetch(`${origin}/registry.json`)).text();
      const before = await fetchRegistry();
      const refused = await submit(adasPackage, ben);
      assert.deepEqual([refused.status, refused.body.code], [403, "not-the-owner"]);
      for (const id of ["ada", "ben"]) assert.ok(refused.body.detail.includes(`"${id}"`), refused.body.detail);
      assert.equal(await fetchRegistry(), before);
      const bensProposals = await fetch(`${origin}/api/proposals`, { headers: ben });
      assert.deepEqual(await bensProposals.json(), { proposals: [] });
      assert.equal((await submit(adasPackage)).status, 201);
      const again = await submit(adasPackage, ben);
      assert.deepEqual([again.status, again.body], [403, refused.body]);
      assert.equal((await submit(adasPackage)).status, 200);
      const changed = await submit({ ...adasPackage, digest: `sha256:${"0".repeat(64)}` }, ben);
      const expected = runsAssay ? [403, "not-the-owner"] : [422, "changed-after-build"];
      assert.deepEqual([changed.status, changed.body.code], expected);
    });

    test("accepts an access token only if it was issued for this product, but a key also without an audience", async () => {
      const createToken = () => randomBytes(24).toString("hex");
      const fetchStatus = async (token: string, claims: JsonObject) => {
        workspace.write("keys.json", { ...knownKeys, [hash("sha256", token)]: { sub: "ada", ...claims } });
        return (await fetch(`${origin}/api/proposals`, { headers: { authorization: `Bearer ${token}` } })).status;
      };
      for (const create of [createToken, createKey]) {
        for (const aud of [`${service}/mcp`, [service], [], `${origin}.example`, ""])
          assert.equal(await fetchStatus(create(), { aud }), 401, JSON.stringify(aud));
        for (const aud of [origin, [service, origin]])
          assert.equal(await fetchStatus(create(), { aud }), 200, JSON.stringify(aud));
      }
      assert.deepEqual([await fetchStatus(createToken(), {}), await fetchStatus(createKey(), {})], [401, 200]);
    });

    test("records only one of two submissions for an id that are checked at the same time, and votes do not wait", {
      skip,
    }, async () => {
      const other = await submit(await buildPackage(createPalette("bayou")));
      const rivals = [
        await buildPackage(createPalette("delta")),
        await buildPackage(createPalette("del-ta", "River delta")),
      ];
      workspace.write("held", "");
      const submitted = rivals.map((rival) => submit(rival));
      const readAsked = async () => existsSync(join(workspace.folder, "asked")) && workspace.read("asked");
      await waitUntil("both are being checked", readAsked, { isDone: (lines) => lines === "\n\n" });
      const voted = post(new URL(other.body.proposal.ballot.url).pathname, '{"accept":true}', {
        authorization: `Bearer ${keys.ben}`,
      });
      const firstAnswer = await Promise.race([
        ...submitted.map((submission) => submission.then(() => "a submission")),
        voted.then(({ body }) => body.proposal.state),
      ]);
      assert.equal(firstAnswer, "accepted");
      rmSync(join(workspace.folder, "held"));
      const answers = (await Promise.all(submitted)).sort((a, b) => a.status - b.status);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 422],
      );
      assert.partialDeepStrictEqual(answers[1]?.body.diagnostics, [{ code: "registry.id-taken" }]);
    });

    async function startProduct(
      child: { readonly program?: string; readonly args: readonly string[] },
      env: { readonly [name: string]: string },
    ): Promise<string> {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const running = started.use(
        await startChild({
          ...child,
          cwd: workspace.folder,
          env: { PATH, NODE_COMPILE_CACHE, ...env },
          isReady: (line) => line.startsWith("listening"),
        }),
      );
      return running.readyLine;
    }

    async function buildPackage(candidate: JsonObject): Promise<ProposalPackage> {
      const headers = { "content-type": "application/json", authorization: `Bearer ${keys.ada}` };
      const body = JSON.stringify({ targetProduct: "swatchbook", domainId: "color-palette", candidate });
      const answer = await fetch(`${service}/api/build`, { method: "POST", headers, body });
      const { proposalPackage } = (await answer.json()) as { readonly proposalPackage: ProposalPackage };
      assert.ok(proposalPackage, String(answer.status));
      return proposalPackage;
    }

    function submit(proposalPackage: unknown, headers: { readonly [name: string]: string } = {}) {
      return post("/api/proposals", JSON.stringify({ proposalPackage }), headers);
    }

    async function post(path: string, body: string, headers: { readonly [name: string]: string } = {}) {
      const sent = { "content-type": "application/json", authorization: `Bearer ${keys.ada}`, ...headers };
      const answer = await fetch(`${origin}${path}`, { method: "POST", headers: sent, body });
      // biome-ignore lint/suspicious/noExplicitAny: answers have several shapes.
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
    }
  });
}

function unescapeEntity(entity: string): string {
  const names: { readonly [entity: string]: string } = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
  const [, hex, number] = /^&#(x?)(\w+);$/.exec(entity) ?? [];
  return names[entity] ?? String.fromCharCode(Number.parseInt(number ?? "0", hex === "x" ? 16 : 10));
}
