import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { run } from "@assay/cli/run";
import { startApp } from "@assay/server";
import { goldenCases, isReadingCase, specBytes } from "@assay/testing/cases/golden-cases";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntil } from "@assay/testing/wait-until";
import { createTestIo } from "../cli/test-io.ts";

const targetProduct = "datamint";
const domainId = (index: number) => `option-${index}`;
const registry = {
  ...{ format: "generator-registry/v1", targetProduct, revision: "1" },
  ...{ complete: true, entries: [], pending: [] },
};
const broken = goldenCases().flatMap(({ name, content }) =>
  !isReadingCase(content) && content.expect.problems !== undefined ? [{ name, bytes: specBytes(content) }] : [],
);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const packages = [...hostilePackages(), ...broken]
  .map(({ name, bytes }) => ({ name, text: decoder.decode(bytes) }))
  .filter(({ text }) => text.includes('"targetProduct":"datamint"') || !text.includes("targetProduct"))
  .filter((_, index) => index % scaled({ ci: 10, full: 1 }) === 0)
  // A service serves each domain once.
  .map(({ name, text }, index) => ({
    name,
    text: text.replace('"domainId":"generator-option"', `"domainId":"${domainId(index)}"`),
  }));

/** What a user of a package says about it. */
type Answer = "accepted" | "refused";

test("service and command line accept the same spec packages", async () => {
  const [service, commandLine] = [await askService(), await askCommandLine()];
  const different = packages.flatMap(({ name }, index) => {
    const answers = [service[index], commandLine[index]];
    return new Set(answers).size === 1 ? [] : [`${name}: ${answers.join(", ")}`];
  });
  const accepted = service.filter((answer) => answer === "accepted").length;
  figure("hostile packages: compared, accepted", `${packages.length}, ${accepted}`, "at least 200 at full scale");
  figure("hostile packages: different answers", different.length, 0);
  assert.deepEqual(different, []);
  assert.ok(accepted > packages.length / 10 && accepted < packages.length, String(accepted));
});

/** All packages at once: each is that of a domain of its own. */
async function askService(): Promise<readonly Answer[]> {
  const product = createServer((request, response) => {
    const [, index = "", document] = (request.url ?? "").split("/");
    const body = document === "registry" ? JSON.stringify(registry) : packages[Number(index)]?.text;
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(product, "listening");
  const origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  const answers = new Map<string, Answer>();
  try {
    await using _service = await startApp({
      domains: packages.map((_, index) => ({
        ...{ targetProduct, domainId: domainId(index), submissionUrl: `${origin}/${index}/proposals` },
        specPackageUrl: `${origin}/${index}/spec-package`,
        registry: { mode: "snapshot", url: `${origin}/${index}/registry` },
        refreshSeconds: 3_600,
        maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
      })),
      log: {
        level: "info",
        to: {
          write(line) {
            const { event, part, domainId: name } = JSON.parse(line);
            if (event === "spec-package-in-force") answers.set(name, "accepted");
            if (event === "refresh-failed" && part === "spec package") answers.set(name, "refused");
          },
        },
      },
      ...longTimeouts,
    });
    await waitUntil("every package was read", async () => answers.size, { isDone: (size) => size === packages.length });
    return packages.map((_, index) => answers.get(domainId(index)) ?? assert.fail());
  } finally {
    product.closeAllConnections();
    product.close();
  }
}

async function askCommandLine(): Promise<readonly Answer[]> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-packages-"));
  try {
    const answers: Answer[] = [];
    for (const { text } of packages) {
      writeFileSync(join(cwd, "spec-package.json"), text);
      const { io } = createTestIo(cwd);
      answers.push((await run(["spec", "check", "spec-package.json"], io)) === 0 ? "accepted" : "refused");
    }
    return answers;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
