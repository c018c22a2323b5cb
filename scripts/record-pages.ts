// Runs the commands in the documents that show a terminal, and updates their output:
//   node --conditions=assay-source scripts/record-pages.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { followPage } from "@assay/testing/pages/follow-page";
import { recordedPages } from "@assay/testing/pages/recorded-pages";

for (const page of recordedPages) {
  const file = join(import.meta.dirname, "..", page);
  writeFileSync(file, await followPage(readFileSync(file, "utf8")));
  console.log(page);
}
