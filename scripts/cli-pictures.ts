// Draws what `assay` prints, for the documents: node --conditions=assay-source scripts/cli-pictures.ts
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { terminalPicture } from "./terminal-picture.ts";

const root = join(import.meta.dirname, "..");
const assay = join(root, "packages/cli/src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "assay-pictures-"));
cpSync(join(root, "examples/first-verdict/draft.json"), join(folder, "draft.json"));
cpSync(join(root, "packages/contract/spec-packages/datamint/generator-option/1.0.0.json"), join(folder, "rules.json"));
cpSync(join(root, "packages/contract/cases/registries/default.json"), join(folder, "ids.json"));
const offline = ["--offline", "--spec-package", "rules.json", "--registry", "ids.json"];

for (const columns of [80, 120]) {
  for (const color of [true, false]) {
    const text = run(["check", "draft.json", ...offline], columns, color);
    const name = `assay-check-${columns}${color ? "" : "-plain"}`;
    const title = `The output of assay check in ${columns} columns: five problems of a draft, each at its place, with its fix`;
    writeFileSync(join(root, `docs/images/${name}.svg`), terminalPicture({ text, columns, title }));
  }
}
rmSync(folder, { recursive: true });

function run(args: readonly string[], columns: number, color: boolean): string {
  const { NO_COLOR: _, ...inherited } = process.env;
  const env = { ...inherited, COLUMNS: String(columns), ...(color ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };
  const command = ["--conditions=assay-source", assay, ...args];
  const { stdout } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: "utf8" });
  return `$ assay ${args.join(" ")}\n${stdout}`;
}
