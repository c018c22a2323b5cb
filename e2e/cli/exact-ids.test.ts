import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type { Proposal } from "@assay/client";
import type { Registry } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { waitUntil } from "@assay/testing/wait-until";
import { startService } from "../auth/service.ts";
import { aCandidate } from "../http/service.ts";
import { setUpDesk } from "./assay.ts";

const id = "a/b@1.0+x";
const exactRules = specFile("datamint/generator-option/1.0.0", [
  { op: "replace", path: "/version", value: "1.1.0" },
  { op: "replace", path: "/generatorId/compare", value: "exact" },
  {
    op: "replace",
    path: "/candidateSchema/properties/generatorId/pattern",
    value: "^[A-Za-z0-9][A-Za-z0-9._/@+:-]*$",
  },
  // It is about ids that differ in case and separators.
  { op: "remove", path: "/tests/3" },
]);

test("an id with every sign goes from a draft to the registry, and stays the same everywhere", async () => {
  await using service = await startService({ refreshSeconds: 1 });
  using desk = setUpDesk();
  const { datamint } = service.sandbox;
  datamint.publish(exactRules);
  datamint.announce(undefined);
  const ada = await service.owner();
  const key = await service.newKey(ada);
  assert.equal((await desk.start(["login", service.url], `${key}\n`).ended).code, 0);
  await waitUntil("Assay has the new rules", () => desk.assay("domains"), {
    isDone: ({ stdout }) => stdout.includes("1.1.0"),
  });
  desk.write("assay.json", { service: service.url, targetProduct: "datamint", domainId: "generator-option" });
  const candidate = aCandidate({ generatorId: id });
  desk.write("candidate.json", candidate);
  const files = () => readdirSync(desk.folder).filter((name) => !name.startsWith("."));

  const checked = await desk.assay("check", "candidate.json");
  assert.equal(checked.code, 0, checked.stdout);
  const built = await desk.assay("build", "candidate.json", "-o", "proposal.json");
  assert.equal(built.code, 0, built.stderr);
  assert.ok(built.stderr.includes(`Permanent id: \`${id}\``), built.stderr);
  assert.deepEqual(files(), ["assay.json", "candidate.json", "proposal.json"]);

  const { json } = await service.call("buildProposal", {
    headers: { authorization: `Bearer ${key}` },
    body: { targetProduct: "datamint", domainId: "generator-option", candidate },
  });
  const { proposalPackage, submission } = json;
  assert.equal(proposalPackage.candidate.generatorId, id);
  assert.match(submission.headers["Idempotency-Key"], /^[\w-]+$/);

  const submit = ["submit", "--yes", "--product", datamint.origin, "proposal.json"];
  assert.equal((await desk.assay(...submit)).code, 0);
  const listed = await (await fetch(datamint.submissionUrl, { headers: { authorization: `Bearer ${key}` } })).json();
  const [proposal] = (listed as { readonly proposals: readonly Proposal[] }).proposals;
  assert.equal(proposal?.generatorId, id);
  const ballotUrl = proposal?.ballot?.url ?? "";
  assert.match((await desk.assay(...submit)).stdout, /the same proposal/);
  assert.ok((await desk.assay("proposals", "--product", datamint.origin)).stdout.includes(`${id}: `));

  for (const page of [`${datamint.origin}/proposals/${proposal?.id}`, ballotUrl, datamint.origin]) {
    const text = await (await fetch(page, { headers: { accept: "text/html" } })).text();
    assert.ok(text.includes(id), page);
  }

  for (const voter of [key, await service.newKey()]) {
    const voted = await fetch(`${ballotUrl}/votes`, {
      method: "POST",
      headers: { authorization: `Bearer ${voter}`, "content-type": "application/json" },
      body: JSON.stringify({ vote: "yes" }),
    });
    assert.equal(voted.status, 201);
  }
  const registry = (await (await fetch(datamint.registryUrl)).json()) as Registry;
  assert.partialDeepStrictEqual(registry.entries, [{ id, state: "active" }]);
  await waitUntil("the id is taken", () => desk.assay("check", "candidate.json"), {
    isDone: ({ stdout }) => stdout.includes("error[registry.id-taken]"),
  });
  for (const [other, output] of [
    ["a/b@10+x", "Valid."],
    ["A/b@1.0+x", "warning[registry.id-similar]"],
  ] as const) {
    desk.write("candidate.json", aCandidate({ generatorId: other }));
    const { code, stdout } = await desk.assay("check", "candidate.json");
    assert.equal(code, 0, stdout);
    assert.ok(stdout.includes(output), stdout);
  }
});
