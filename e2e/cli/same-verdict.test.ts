import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { formatVerdict, type ServedCase, serveCases } from "../serve-cases.ts";
import { runAssay } from "./test-io.ts";
import { createWorkspace } from "./workspace.ts";

test("assay gives the engine's verdict, through the service and with local files", async () => {
  await using served = await serveCases();
  using workspace = createWorkspace();
  for (const servedCase of served.cases) {
    const { title, targetProduct, domainId, next, built } = servedCase;
    const rules = writeDocuments(servedCase);
    const domain = ["--service", served.url, "--domain", `${targetProduct}/${domainId}`];
    for (const [args, env] of [
      // Local files do not include announced rules.
      ...(next ? [] : [[rules, {}] as const]),
      [domain, { ASSAY_KEY: "ai_test" }],
    ] as const) {
      const command = ["check", "draft.json", ...args, "--format", "json"];
      const { code, out, err } = await runAssay(command, workspace.folder, { env });
      assert.equal(code, built.valid ? 0 : 1, `${title}: ${err}`);
      assert.equal(formatVerdict(JSON.parse(out)[0]), formatVerdict(built.verdict), `${title}: ${args.join(" ")}`);
    }
    const { out } = await runAssay(["build", "draft.json", ...rules], workspace.folder);
    if (built.valid) assert.deepEqual(JSON.parse(out), built.proposalPackage, title);
  }
  printFigure("golden cases with the engine's verdict, through the service and locally", served.cases.length, "all");
  assert.ok(served.cases.length >= 18);

  function writeDocuments({ specPackage, registry, candidate }: ServedCase): readonly string[] {
    workspace.write("spec-package.json", specPackage);
    workspace.write("registry.json", JSON.stringify(registry));
    workspace.write("draft.json", candidate);
    return ["--local", "--spec-package", "spec-package.json", "--registry", "registry.json"];
  }
});
