import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { run } from "@assay/cli/run";
import type { Json, JsonObject } from "@assay/contract";
import { startApp } from "@assay/server";
import { candidateFile, registryFile } from "@assay/testing/cases/golden-cases";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { hostileRegistries } from "@assay/testing/corpora/hostile-registries";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntil } from "@assay/testing/wait-until";
import { setUpDesk } from "../cli/assay.ts";
import { createTestIo } from "../cli/test-io.ts";
import { callAt } from "../http/service.ts";

/** What a product publishes, and a candidate for it. */
interface Published {
  readonly name: string;
  readonly targetProduct: string;
  readonly specPackage: string;
  readonly registry: string | Uint8Array;
  readonly candidate: Json;
}

const example = join(import.meta.dirname, "../../examples/smallest-spec-package/spec-package.json");
const palettes: JsonObject = JSON.parse(readFileSync(example, "utf8"));
const candidate = { owner: { kind: "human", id: "ada" }, generatorId: "taken-0", paletteName: "Forest in autumn" };
const count = scaled({ ci: 20, full: 200 });
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const ofDatamint = hostilePackages()
  .map(({ name, bytes }) => ({ name, specPackage: decoder.decode(bytes) }))
  .filter(({ specPackage }) => /"targetProduct":"datamint"|^(?!.*targetProduct)/s.test(specPackage));
const step = Math.ceil(ofDatamint.length / count);
const published: readonly Published[] = [
  ...ofDatamint
    .filter((_, index) => index % step === 0)
    .map(({ name, specPackage }) => ({
      ...{ name, specPackage, targetProduct: "datamint", candidate: candidateFile("loyalty-card") },
      registry: JSON.stringify({ ...registryFile(), targetProduct: "datamint" }),
    })),
  ...hostileRegistries(count, String(palettes.targetProduct), seed).map(({ name, bytes }) => ({
    ...{ name, registry: bytes, targetProduct: String(palettes.targetProduct) },
    ...{ specPackage: JSON.stringify(palettes), candidate: { ...candidate, colors: ["#2d6a4f", "#d62828"] } },
  })),
].map((one, index) => ({
  ...one,
  // A service serves each domain once.
  specPackage: one.specPackage.replace(
    /"domainId":"(generator-option|color-palette)"/,
    `"domainId":"${domainId(index)}"`,
  ),
}));

test("service and command line accept the same spec packages and registries, and read the same in them", async () => {
  const [service, commandLine] = [await askService(), await askCommandLine()];
  const different = published.flatMap(({ name }, index) =>
    service[index] === commandLine[index] ? [] : [`${name}: ${service[index]}, ${commandLine[index]}`],
  );
  const accepted = service.filter((answer) => answer !== "refused").length;
  figure("hostile documents: compared, accepted", `${published.length}, ${accepted}`, "some of each kind");
  figure("hostile documents: different answers", different.length, 0);
  assert.deepEqual(different, []);
  assert.ok(accepted >= count / 4 && accepted <= published.length - count / 4, String(accepted));
});

/** All documents at once: each is that of a domain of its own. Answers with "refused", or what it says of the candidate. */
async function askService(): Promise<readonly string[]> {
  const product = createServer((request, response) => {
    const [, index = "", document] = (request.url ?? "").split("/");
    const { registry, specPackage } = published[Number(index)] ?? assert.fail(request.url);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(document === "registry" ? registry : specPackage);
  }).listen(0, "127.0.0.1");
  await once(product, "listening");
  const origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  const failed = new Set<string>();
  try {
    await using service = await startApp({
      domains: published.map(({ targetProduct }, index) => ({
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
            // The next rules are announced at an address that nobody asks.
            if (event === "refresh-failed" && ["spec package", "registry"].includes(part)) failed.add(name);
          },
        },
      },
      ...longTimeouts,
    });
    const waiting = async () => {
      const { domains } = (await callAt(service.url, "listDomains")).json;
      return domains.filter((one: JsonObject) => one.status !== "ready" && !failed.has(String(one.domainId)));
    };
    await waitUntil("every document was read", waiting, { isDone: ({ length }) => length === 0 });
    return await Promise.all(
      published.map(async ({ targetProduct, candidate }, index) => {
        if (failed.has(domainId(index))) return "refused";
        const body = { targetProduct, domainId: domainId(index), candidate };
        return describe((await callAt(service.url, "validateProposal", { body })).json);
      }),
    );
  } finally {
    product.closeAllConnections();
    product.close();
  }
}

async function askCommandLine(): Promise<readonly string[]> {
  using desk = setUpDesk();
  const answers: string[] = [];
  for (const { specPackage, registry, candidate } of published) {
    desk.write("spec-package.json", specPackage);
    desk.write("registry.json", registry);
    desk.write("candidate.json", candidate as JsonObject);
    const { io, out } = createTestIo(desk.folder);
    const options = ["--local", "--spec-package", "spec-package.json", "--registry", "registry.json"];
    const code = await run(["check", "candidate.json", ...options, "--format", "json"], io);
    answers.push(code === 2 ? "refused" : describe(JSON.parse(out())));
  }
  return answers;
}

function domainId(index: number): string {
  return `documents-${index}`;
}

function describe({ diagnostics }: JsonObject): string {
  const found = diagnostics as readonly JsonObject[];
  return found.map(({ code, path, params }) => `${code} ${path} ${JSON.stringify(params)}`).join("; ") || "valid";
}
