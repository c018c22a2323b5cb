import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openTerminal } from "@assay/testing/pages/open-terminal";
import { stepsOf } from "@assay/testing/pages/steps-of";
import { freePort } from "@assay/testing/services/free-port";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/guides/publish-a-spec-package.md"), "utf8");

test("a reader who follows the guide word for word has Assay serve a product of their own", async () => {
  const steps = stepsOf(page);
  const ports = await portsFor(steps.map((step) => (step.kind === "run" ? step.command : step.content)).join("\n"));
  const moved = (text: string) => text.replace(/(?<=[:=])80\d\d\b/g, (port) => ports.get(port) ?? port);
  // A clone in which nothing was tried yet.
  const clone = mkdtempSync(join(tmpdir(), "assay-publish-"));
  try {
    for (const name of ["docs", "examples", "node_modules", "packages", "package.json"]) {
      symlinkSync(join(root, name), join(clone, name));
    }
    await using terminal = openTerminal(clone, readersEnv());
    for (const step of steps) {
      if (step.kind === "save") writeFileSync(join(await terminal.run("pwd"), step.name), moved(step.content));
      else assert.equal(await terminal.run(moved(step.command)), moved(step.expected), step.command);
    }
    const shown = steps.map((step) => (step.kind === "run" ? step.expected : ""));
    for (const outcome of ["swatchbook color-palette ready", "Valid."]) assert.ok(shown.includes(outcome), outcome);
  } finally {
    rmSync(clone, { recursive: true });
  }
});

test("the guide lists every file in which a reader has to replace the ids of the product", () => {
  const listed = page.slice(page.indexOf("## Make it your own"), page.indexOf("## What only the owner can decide"));
  const saved = stepsOf(page).flatMap((step) => (step.kind === "save" ? [step] : []));
  for (const [member, id] of [
    ["targetProduct", "swatchbook"],
    ["domainId", "color-palette"],
  ] as const) {
    const files = saved.filter(({ content }) => content.includes(`"${id}"`)).map(({ name }) => name);
    assert.ok(files.length > 1);
    for (const file of [...files, "spec-package.json"]) {
      const row = listed.split("\n").find((line) => line.startsWith(`| \`${file}\``));
      assert.ok(row?.includes(`\`${member}\``), `${file}: ${member}`);
    }
  }
});

/** A free port for each that the page names. */
async function portsFor(text: string): Promise<ReadonlyMap<string, string>> {
  const named = new Set(text.match(/(?<=[:=])80\d\d\b/g));
  const ports = new Map<string, string>();
  for (const port of named) ports.set(port, String(await freePort()));
  return ports;
}

// Variables that the tests are run with would be refused by the service.
function readersEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("ASSAY_") && name !== "NODE_OPTIONS");
  return { ...Object.fromEntries(own), PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
}
