// Draws the pictures of `assay` output in the documents: node --conditions=assay-source scripts/cli-pictures.ts
// With the argument `spec`, it draws only the pictures that need no service.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { toPageText, writeAssayBin } from "@assay/testing/pages/follow-page";
import { runAtTerminal } from "@assay/testing/pages/run-at-terminal";
import { findFreePorts, readersEnv, readVariables, startDev } from "@assay/testing/pages/start-dev";
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
    shows: "five problems of a draft, each at its place, with its reason and what would be right",
  },
  {
    name: "assay-submit",
    command: "assay submit proposal.json",
    answers: ["y"],
    shows: "what the owner reads, where the package goes, a question, and the ballot",
  },
];

/** A picture for authors of spec packages. The edits break the package that `assay spec init` writes. */
interface SpecPicture extends Omit<Picture, "answers"> {
  readonly edits: readonly (readonly [text: string, replacement: string])[];
}

const specPictures: readonly SpecPicture[] = [
  {
    name: "assay-spec-check",
    command: "assay spec check",
    edits: [
      ['"maxItems": 16,', ""],
      ["size(self.steps) >= 2", "size(self.step) >= 2"],
    ],
    shows: "two problems of a spec package, one of them inside an expression, each with what to do about it",
  },
];

const columns = 80;
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "assay-pictures-"));
const bin = writeAssayBin(folder);
await drawSpecPictures();
if (process.argv[2] !== "spec") await drawPictures();
rmSync(folder, { recursive: true });

async function drawPictures(): Promise<void> {
  const port = await findFreePorts();
  await using _ = await startDev(port, folder);
  const project = { targetProduct: "datamint", domainId: "generator-option" };
  writeFileSync(join(folder, "assay.json"), JSON.stringify(project));
  cpSync(join(root, "examples/first-verdict/draft.json"), join(folder, "draft.json"));
  cpSync(join(root, "examples/first-verdict/corrected.json"), join(folder, "corrected.json"));
  const env = {
    ...readersEnv,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    ASSAY_KEY: readVariables(folder).KEY,
    ASSAY_SERVICE: `http://localhost:${port}`,
    ASSAY_PRODUCTS: `http://127.0.0.1:${port + 1}`,
  };
  const run = (command: string, answers: readonly string[]) =>
    runAtTerminal({ command, cwd: folder, env, columns, answers });
  await run("assay build corrected.json -o proposal.json", []);
  for (const { name, command, answers, shows } of pictures) {
    const text = `$ ${command}\n${toPageText(await run(command, answers), port)}\n`;
    const title = `The output of ${command} in ${columns} columns: ${shows}`;
    const file = `docs/images/${name}-${columns}.svg`;
    writeFileSync(join(root, file), terminalPicture({ text, columns, title }));
  }
}

async function drawSpecPictures(): Promise<void> {
  const cwd = join(folder, "rules");
  const file = join(cwd, "spec-package.json");
  const env = { ...readersEnv, PATH: `${bin}${delimiter}${process.env.PATH}` };
  for (const { name, command, edits, shows } of specPictures) {
    mkdirSync(cwd);
    await runAtTerminal({ command: "assay spec init", cwd, env, columns, answers: [] });
    const edited = edits.reduce((text, [from, to]) => text.replace(from, to), readFileSync(file, "utf8"));
    writeFileSync(file, edited);
    const text = `$ ${command}\n${await runAtTerminal({ command, cwd, env, columns, answers: [] })}\n`;
    const title = `The output of ${command} in ${columns} columns: ${shows}`;
    const picture = `docs/images/${name}-${columns}.svg`;
    writeFileSync(join(root, picture), terminalPicture({ text, columns, title }));
    rmSync(cwd, { recursive: true });
  }
}
