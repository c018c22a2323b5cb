import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { run } from "@assay/cli/run";
import type { Domain, JsonObject } from "@assay/contract";
import { startApp } from "@assay/server";
import { hostileRegistries } from "@assay/testing/corpora/hostile-registries";
import { figure } from "@assay/testing/figure";
import { seed } from "@assay/testing/scale";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntil } from "@assay/testing/wait-until";
import { createTestIo } from "../cli/test-io.ts";

const example = join(import.meta.dirname, "../../examples/smallest-spec-package/spec-package.json");
const smallest = JSON.parse(readFileSync(example, "utf8"));
const { targetProduct } = smallest;
const registries = hostileRegistries(200, targetProduct, seed);
const candidate = {
  owner: { kind: "human", id: "ada" },
  generatorId: "taken-0",
  paletteName: "Forest in autumn",
  colors: ["#2d6a4f", "#d62828"],
};

/** What a user of a registry says about it: that it is refused, or what it says about an id. */
type Answer = string;

test("service and command line accept the same registries, and read the same in them", async () => {
  const [service, commandLine] = [await askService(), await askCommandLine()];
  const different = registries.flatMap(({ name }, index) => {
    const answers = [service[index], commandLine[index]];
    return new Set(answers).size === 1 ? [] : [`${index}: ${name}: ${answers.join(", ")}`];
  });
  const accepted = service.filter((answer) => answer !== "refused").length;
  figure("hostile registries: compared, accepted", `${registries.length}, ${accepted}`, "200, some of each kind");
  figure("hostile registries: different answers", different.length, 0);
  assert.deepEqual(different, []);
  assert.ok(accepted >= 40 && accepted <= 160, String(accepted));
});

/** All registries at once: each is that of a domain of its own. */
async function askService(): Promise<readonly Answer[]> {
  const domainId = (index: number | string) => `palette-${index}`;
  const product = createServer((request, response) => {
    const [, index = "", document] = (request.url ?? "").split("/");
    const spec = () => JSON.stringify({ ...smallest, domainId: domainId(index) });
    const body = document === "registry" ? registries[Number(index)]?.bytes : spec();
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(product, "listening");
  const origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  const failed = new Set<string>();
  try {
    await using service = await startApp({
      domains: registries.map((_, index) => ({
        ...{ targetProduct, domainId: domainId(index), submissionUrl: `${origin}/${index}/proposals` },
        specPackageUrl: `${origin}/${index}/spec-package`,
        registry: { mode: "snapshot", url: `${origin}/${index}/registry` },
        refreshSeconds: 3_600,
        maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
      })),
      limit: manyCalls,
      log: {
        level: "info",
        to: {
          write(line) {
            const { event, part, domainId: name } = JSON.parse(line);
            if (event === "refresh-failed" && part === "registry") failed.add(name);
          },
        },
      },
      ...longTimeouts,
    });
    const listed = async () => {
      const { domains } = (await (await fetch(`${service.url}/api/domains`)).json()) as { domains: Domain[] };
      return new Map(domains.map((domain) => [domain.domainId, domain.status]));
    };
    const isDone = (statuses: Map<string, string>) =>
      [...statuses].every(([name, status]) => status === "ready" || failed.has(name));
    const statuses = await waitUntil("every registry was read", listed, { isDone });
    const answers: Answer[] = [];
    for (const index of registries.keys()) {
      const name = domainId(index);
      if (statuses.get(name) !== "ready") {
        answers.push("refused");
        continue;
      }
      const response = await fetch(`${service.url}/api/validate`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ targetProduct, domainId: name, candidate }),
      });
      answers.push(answerOf((await response.json()) as JsonObject));
    }
    return answers;
  } finally {
    product.closeAllConnections();
    product.close();
  }
}

async function askCommandLine(): Promise<readonly Answer[]> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-registries-"));
  try {
    writeFileSync(join(cwd, "spec-package.json"), JSON.stringify(smallest));
    writeFileSync(join(cwd, "candidate.json"), JSON.stringify(candidate));
    const answers: Answer[] = [];
    for (const { bytes } of registries) {
      writeFileSync(join(cwd, "registry.json"), bytes);
      const { io, out, err } = createTestIo(cwd);
      const options = ["--offline", "--spec-package", "spec-package.json", "--registry", "registry.json"];
      const code = await run(["check", "candidate.json", ...options, "--format", "json"], io);
      if (code === 2) assert.match(err(), /registry\.json/);
      answers.push(code === 2 ? "refused" : answerOf(JSON.parse(out())));
    }
    return answers;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function answerOf({ diagnostics }: JsonObject): Answer {
  const found = diagnostics as unknown as readonly { readonly code: string; readonly params?: object }[];
  return found.map(({ code, params }) => `${code} ${JSON.stringify(params)}`).join("; ") || "free";
}
