import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startChild } from "@assay/sandbox";
import { freePort } from "@assay/testing/services/free-port";
import { AxeBuilder } from "@axe-core/playwright";
import { noBrowser, openBrowser } from "./open-browser.ts";
import { openWatched, paste, verdictOf } from "./workbench/watched-page.ts";

const demo = join(import.meta.dirname, "../../packages/workbench/demo");

test("any web server can serve the workbench alone, below any path", { skip: noBrowser }, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-demo-"));
  mkdirSync(join(folder.path, "some"));
  cpSync(demo, join(folder.path, "some/path"), { recursive: true });
  const port = await freePort();
  await using _ = await startChild({
    program: "python3",
    args: ["-u", "-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", folder.path],
    isReady: (line) => line.startsWith("Serving HTTP"),
  });
  await using browser = await openBrowser();
  const { page, faults } = await openWatched(browser, `http://127.0.0.1:${port}/some/path/`);
  assert.match(await verdictOf(page), /^Invalid: \d+ errors$/);
  await page.getByRole("button", { name: /^Review \d+ fixes$/ }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Invalid: 1 error").first().waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations, []);
  for (const name of ["Check with the service", "Key", "Rules", "Docs"])
    assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);

  await page.getByLabel("Examples").selectOption({ index: 1 });
  await page.locator(".package .digest code").waitFor();
  assert.equal(await verdictOf(page), "Valid");
  // Its registry is there too.
  const text = (await page.locator(".cm-content").innerText()).replace(
    /"generatorId": "[^"]*"/,
    '"generatorId": "person-basic"',
  );
  await paste(page, text);
  await page.getByText("registry.id-taken").waitFor();

  await paste(page, '{ "mine": true }');
  await verdictOf(page);
  await page.reload();
  await page.locator(".cm-line", { hasText: '"mine"' }).waitFor();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Copied: a link with this draft.").waitFor();
  const link = String(await page.evaluate("navigator.clipboard.readText()"));
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByText("This draft came with the link. Read it before you use it.").waitFor();
  assert.deepEqual(faults, []);
});
