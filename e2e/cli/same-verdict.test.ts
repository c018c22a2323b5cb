import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "@assay/cli/run";
import { figure } from "@assay/testing/figure";
import { formatVerdict, type ServedCase, serveCases } from "../serve-cases.ts";
import { setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

test("every way to check gives the verdict of the engine: by the service, and here with files", async () => {
  await using served = await serveCases();
  using desk = setUpDesk();
  const runAssay = async (args: readonly string[], env: { readonly [name: string]: string } = {}) => {
    const { io, out, err } = createTestIo(desk.folder, { env });
    const code = await run(args, io);
    return { code, out: out(), err: err() };
  };
  for (const one of served.cases) {
    const { title, targetProduct, domainId, next, built } = one;
    const rules = writeDocuments(one);
    const domain = ["--service", served.url, "--domain", `${targetProduct}/${domainId}`];
    for (const [args, env] of [
      // A file does not say what its product announces.
      ...(next ? [] : [[rules, {}] as const]),
      [domain, { ASSAY_KEY: "ai_test" }],
    ] as const) {
      const { code, out, err } = await runAssay(["check", "draft.json", ...args, "--format", "json"], env);
      assert.equal(code, built.valid ? 0 : 1, `${title}: ${err}`);
      assert.equal(formatVerdict(JSON.parse(out)), formatVerdict(built.verdict), `${title}: ${args.join(" ")}`);
    }
    const { out } = await runAssay(["build", "draft.json", ...rules]);
    if (built.valid) assert.deepEqual(JSON.parse(out), built.proposalPackage, title);
  }
  figure("golden cases with the verdict of the engine in each way to check", served.cases.length, "all");
  assert.ok(served.cases.length >= 18);

  function writeDocuments({ specPackage, registry, candidate }: ServedCase): readonly string[] {
    desk.write("spec-package.json", specPackage);
    desk.write("registry.json", JSON.stringify(registry));
    desk.write("draft.json", candidate);
    return ["--local", "--spec-package", "spec-package.json", "--registry", "registry.json"];
  }
});
