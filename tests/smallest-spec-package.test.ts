import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type SpecPackage, specPackageSchema } from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { Ajv2020 } from "ajv/dist/2020.js";

const folder = join(import.meta.dirname, "../examples/smallest-spec-package");
const bytes = readFileSync(join(folder, "spec-package.json"));
const document = JSON.parse(bytes.toString()) as SpecPackage;

test("the smallest spec package is valid, has two tests and takes less than 2 KB", () => {
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  assert.equal(document.tests.length, 2);
  figure("smallest spec package", `${bytes.length} bytes`, "2048");
  assert.ok(bytes.length < 2_048);
});

test("an editor finds the schema that the smallest spec package names, and has nothing against the package", () => {
  const published = JSON.parse(readFileSync(join(folder, document.$schema ?? ""), "utf8"));
  assert.deepEqual(published, JSON.parse(JSON.stringify(specPackageSchema)));
  const ajv = new Ajv2020({ strict: false });
  assert.ok(ajv.validate(published, document), ajv.errorsText());
});

test("each member of the smallest spec package that is not for editors is needed", () => {
  for (const name of Object.keys(document).filter((member) => member !== "$schema")) {
    const { [name as keyof SpecPackage]: _, ...rest } = document;
    assert.equal(engine.compileSpec(Buffer.from(JSON.stringify(rest))).kind, "broken", name);
  }
});
