// Draws what `assay` prints, for the documents: node --conditions=assay-source scripts/cli-pictures.ts
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { atTerminal } from "@assay/testing/pages/at-terminal";
import { asOnPages, binWithAssay } from "@assay/testing/pages/follow-page";
import { freePorts, linesToCopy, readersEnv, startDev } from "@assay/testing/pages/start-dev";
import { terminalPicture } from "./terminal-picture.ts";

interface Picture {
  readonly name: string;
  readonly command: string;
  readonly answers: readonly string[];
  readonly shows: string;
}

const pictures: readonly Picture[] = [
  {
    name: "assay-check",
    command: "assay check draft.json",
    answers: [],
    shows: "five problems of a draft, each at its place, with its reason and its fix",
  },
  {
    name: "assay-fix-review",
    command: "assay fix --review draft.json",
    answers: ["y", "y", "y"],
    shows: "three fixes, each with its diff and a question, and what is left",
  },
  {
    name: "assay-submit",
    command: "assay submit proposal.json",
    answers: ["y"],
    shows: "what the owner reads, where the package goes, a question, and the ballot",
  },
];

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "assay-pictures-"));
const bin = binWithAssay(folder);
for (const columns of [80, 120]) {
  for (const hasColours of [true, false]) await draw(columns, hasColours);
}
rmSync(folder, { recursive: true });

// Each time a product to which nothing was submitted before.
async function draw(columns: number, hasColours: boolean): Promise<void> {
  const port = await freePorts();
  await using dev = await startDev(port);
  const project = {
    service: `http://localhost:${port}`,
    targetProduct: "datamint",
    domainId: "generator-option",
    products: [`http://127.0.0.1:${port + 1}`],
  };
  writeFileSync(join(folder, "assay.json"), JSON.stringify(project));
  cpSync(join(root, "examples/first-verdict/draft.json"), join(folder, "draft.json"));
  cpSync(join(root, "examples/first-verdict/corrected.json"), join(folder, "corrected.json"));
  const env = {
    ...readersEnv,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    ASSAY_KEY: linesToCopy(dev.output()).KEY,
    ...(!hasColours && { NO_COLOR: "1" }),
  };
  const type = (command: string, answers: readonly string[]) =>
    atTerminal({ command, cwd: folder, env, columns, answers });
  await type("assay build corrected.json -o proposal.json", []);
  for (const { name, command, answers, shows } of pictures) {
    const text = `$ ${command}\n${asOnPages(await type(command, answers), port)}\n`;
    const title = `The output of ${command} in ${columns} columns: ${shows}`;
    const file = `docs/images/${name}-${columns}${hasColours ? "" : "-plain"}.svg`;
    writeFileSync(join(root, file), terminalPicture({ text, columns, title }));
  }
}
