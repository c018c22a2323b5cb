import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import type { Sbom } from "../../scripts/release/sbom.ts";
import { imageSkipReason, listPackages, releaseFolder } from "./release-folder.ts";

// Licenses that require no more than attribution. Debian's libraries in the image come with their own license texts.
const allowed = ["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"];

for (const name of imageSkipReason ? ["assay-packages"] : ["assay-packages", "assay-image"]) {
  const { metadata, components } = JSON.parse(readFileSync(join(releaseFolder, `${name}.cdx.json`), "utf8")) as Sbom;

  test(`${name} lists every package that it installs, all under permissive licenses`, () => {
    assert.equal(metadata.component.name, name);
    const packages = components.filter(({ purl }) => purl.startsWith("pkg:npm/"));
    for (const expected of ["@assay/server", "ajv"])
      assert.ok(
        packages.some((component) => component.name === expected),
        expected,
      );
    const licenses = packages.map((component) => ({ component: component["bom-ref"], terms: listTerms(component) }));
    const refused = licenses.filter(({ terms }) => terms.length === 0 || terms.some((term) => !allowed.includes(term)));
    assert.deepEqual(refused, []);
    const counts = Object.entries(Object.groupBy(licenses, ({ terms }) => terms.join(" and ")));
    const summary = counts.map(([terms, packages = []]) => `${terms} ${packages.length}`).sort();
    printFigure(`licenses of the ${licenses.length} packages in ${name}`, summary.join(", "), "the allowed ones");
  });

  test(`${name} has a bill of materials that does not depend on when it was built`, () => {
    assert.doesNotMatch(JSON.stringify({ metadata, components }), /"timestamp"|"serialNumber"/);
    const names = components.map((component) => component["bom-ref"]);
    assert.equal(new Set(names).size, names.length);
  });
}

for (const [artifact, folder, expected] of [
  ["assay-packages", "cli", "commander"],
  ["assay-packages", "server", "fastify"],
  ["assay-image", "server", "fastify"],
] as const) {
  const skip = artifact === "assay-image" && imageSkipReason;
  test(`${artifact} lists the packages bundled into @assay/${folder}, which ships their licenses`, { skip }, () => {
    const { components } = JSON.parse(readFileSync(join(releaseFolder, `${artifact}.cdx.json`), "utf8")) as Sbom;
    const archive = listPackages().find(({ name }) => name === `@assay/${folder}`)?.path ?? "";
    const licenses = execFileSync("tar", ["-xzOf", archive, "package/dist/licenses.txt"], { encoding: "utf8" });
    const bundled = [...licenses.matchAll(/^((?:@[\w-]+\/)?[\w.-]+) (\d+\.\d+\.\d+) \((.+)\)$/gm)];
    const names = bundled.map(([, name = ""]) => name);
    for (const name of ["@bufbuild/protobuf", "re2js", expected]) assert.ok(names.includes(name), name);
    for (const [, name, version] of bundled) {
      const isListed = components.some((component) => component.name === name && component.version === version);
      assert.ok(isListed, `${name} ${version}`);
    }
    assert.match(licenses, /^Copyright 2008 Google Inc\./m, "a copyright that a package states only in its sources");
  });
}

test("the image's bill of materials lists Node and Debian's libraries", { skip: imageSkipReason }, () => {
  const { components } = JSON.parse(readFileSync(join(releaseFolder, "assay-image.cdx.json"), "utf8")) as Sbom;
  const names = components.map(({ purl }) => purl.split("@")[0]);
  for (const expected of ["pkg:generic/node", "pkg:deb/debian/libc6", "pkg:deb/debian/libstdc%2B%2B6"]) {
    assert.ok(names.includes(expected), expected);
  }
});

function listTerms({ licenses = [] }: Sbom["components"][number]): readonly string[] {
  const texts = licenses.map((entry) => ("expression" in entry ? entry.expression : entry.license.id));
  return texts.flatMap((text) => text.replace(/[()]/g, "").split(/ AND | OR /)).sort();
}
