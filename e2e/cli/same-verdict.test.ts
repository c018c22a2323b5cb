import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "@assay/cli/run";
import { figure } from "@assay/testing/figure";
import { type ServedCase, serveCases, verdictText } from "../agreement/serve-cases.ts";
import { setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

test("every way to check gives the verdict of the engine: offline, by the service, and here with its rules", async () => {
  await using served = await serveCases();
  using desk = setUpDesk();
  const assay = async (args: readonly string[], env: { readonly [name: string]: string } = {}) => {
    const { io, out, err } = createTestIo(desk.folder, { env });
    const code = await run(args, io);
    return { code, out: out(), err: err() };
  };
  for (const one of served.cases) {
    const { title, targetProduct, domainId, upcoming, built } = one;
    const rules = writeDocuments(one);
    const domain = ["--service", served.url, "--domain", `${targetProduct}/${domainId}`];
    // Two files are checked here, with what the service publishes.
    for (const [args, env] of [
      [["draft.json", ...rules], {}],
      [["draft.json", ...domain], { ASSAY_KEY: "ai_test" }],
      [["draft.json", "same.json", ...domain], {}],
    ] as const) {
      const { code, out, err } = await assay(
        ["check", ...args, "--format", "json", ...(upcoming ? ["--upcoming"] : [])],
        env,
      );
      assert.equal(code, built.valid ? 0 : 1, `${title}: ${err}`);
      for (const report of [JSON.parse(out)].flat()) {
        assert.equal(verdictText(report), verdictText(built.verdict), `${title}: ${args.join(" ")}`);
      }
    }
    const { out } = await assay(["build", "draft.json", ...rules]);
    if (built.valid) assert.deepEqual(JSON.parse(out), built.proposalPackage, title);
  }
  figure("golden cases with the verdict of the engine in each way to check", served.cases.length, "all");
  assert.ok(served.cases.length >= 18);

  function writeDocuments({ specPackage, next, registry, candidate }: ServedCase): readonly string[] {
    desk.write("spec-package.json", specPackage);
    if (next) desk.write("next.json", next);
    desk.write("registry.json", JSON.stringify(registry));
    for (const name of ["draft.json", "same.json"]) desk.write(name, candidate);
    const options = ["--offline", "--spec-package", "spec-package.json", "--registry", "registry.json"];
    return next ? [...options, "--next-spec-package", "next.json"] : options;
  }
});
