import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { run } from "@assay/cli/run";
import { offlineChecker } from "@assay/cli/verdicts/offline-checker";
import { openOffline } from "@assay/cli/verdicts/offline-engine";
import type { Json, JsonObject, SpecPackage } from "@assay/contract";
import { startApp } from "@assay/server";
import {
  candidateOf,
  isReadingCase,
  registryFile,
  someGoldenCases,
  specBytes,
  specFile,
  type VerdictCase,
} from "@assay/testing/cases/golden-cases";
import { runCase } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { isFullScale, scaled } from "@assay/testing/scale";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { untilReady } from "@assay/testing/services/until-ready";
import { createTestIo } from "./test-io.ts";

/** Golden cases that share their rules and their registry. */
interface Group {
  readonly specPackage: Uint8Array;
  readonly next: Uint8Array | undefined;
  readonly registry: Json & object;
  readonly isEdited: boolean;
  readonly cases: { readonly title: string; readonly content: VerdictCase; readonly candidate: JsonObject }[];
}

const groups = groupsOf();

test("--offline and the service give the same verdict", async () => {
  const total = { cases: 0, offline: 0, service: 0 };
  const different: string[] = [];
  for (const group of groups) {
    const { specPackage, next, registry, isEdited, cases } = group;
    const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    const { targetProduct: product } = JSON.parse(new TextDecoder().decode(specPackage)) as SpecPackage;
    const opened = await openOffline({
      specPackage: { name: "spec-package.json", bytes: specPackage },
      next: next && { name: "next.json", bytes: next },
      // Golden registries are for every product.
      registry: { name: "registry.json", bytes: bytes({ ...registry, targetProduct: product }) },
    });
    await using served = isFullScale || !isEdited ? await serve(group) : undefined;
    for (const { title, content, candidate } of cases) {
      total.cases += 1;
      const checker = offlineChecker(opened, { upcoming: content.upcoming ?? false });
      const verdict = await checker.check(candidate, checker.resolveDomain());
      if (content.fixes === undefined || content.fixes === true) {
        total.offline += 1;
        if (!isSame(verdict, runCase(content).verdict)) different.push(`${title}: another verdict than of the engine`);
      }
      if (!served) continue;
      total.service += 1;
      const { io, out, err } = createTestIo(tmpdir(), {
        env: { ASSAY_KEY: "ai_test" },
        input: JSON.stringify(candidate),
      });
      const { targetProduct, domainId } = opened.spec.document;
      const domain = `${targetProduct}/${domainId}`;
      const args = ["check", "-", "--format", "json", "--service", served.url, "--domain", domain];
      const code = await run([...args, ...(content.upcoming ? ["--upcoming"] : [])], io);
      if (code !== (verdict.valid ? 0 : 1)) different.push(`${title}: ends with ${code}: ${err()}`);
      else if (!isSame(verdict, fromReport(JSON.parse(out()))))
        different.push(`${title}: another verdict of the service`);
    }
  }
  figure(
    "golden cases with the verdict of the engine, without the service",
    `${total.offline} of ${total.cases}`,
    "all with all fixes",
  );
  figure(
    "golden cases with the same verdict of the service",
    total.service,
    isFullScale ? "all that a product can publish" : "those of published packages",
  );
  assert.deepEqual(different, []);
  assert.ok(total.offline > scaled({ ci: 80, full: 400 }) && total.service > scaled({ ci: 40, full: 250 }));
});

function groupsOf(): readonly Group[] {
  const found = new Map<string, Group>();
  for (const { topic, name, content } of someGoldenCases()) {
    if (isReadingCase(content) || content.expect.problems !== undefined) continue;
    const candidate = candidateOf(content);
    // Anything else is refused before it is checked, here and by the service.
    if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate)) continue;
    // And so is a file that could be a whole request.
    if (Object.hasOwn(candidate, "candidate")) continue;
    const specPackage = specBytes(content);
    const key = `${Buffer.from(specPackage)} ${content.next} ${content.registry}`;
    const group = found.get(key) ?? {
      specPackage,
      next: content.next === undefined ? undefined : specFile(content.next),
      registry: registryFile(content.registry) as never,
      isEdited: content.specEdit !== undefined || content.specText !== undefined,
      cases: [],
    };
    group.cases.push({ title: `${topic}/${name}`, content, candidate: candidate as JsonObject });
    found.set(key, group);
  }
  return [...found.values()];
}

/** A service in front of a product that publishes these documents; nothing if no product can publish them. */
async function serve({
  specPackage,
  next,
  registry,
  cases,
}: Group): Promise<(AsyncDisposable & { readonly url: string }) | undefined> {
  // Services learn of the next rules from the current ones.
  const { next: announced, ...document } = JSON.parse(new TextDecoder().decode(specPackage)) as SpecPackage;
  if (next && !announced) return undefined;
  await using started = new AsyncDisposableStack();
  const documents = new Map<string, string | Uint8Array>();
  const product = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(documents.get(request.url ?? ""));
  });
  product.listen(0, "127.0.0.1");
  await once(product, "listening");
  started.defer(() => {
    product.close();
    product.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  // The next rules are announced exactly if the cases have them, at an address of this product.
  const { targetProduct, domainId } = document;
  const published = next ? { ...document, next: { ...announced, url: `${origin}/next` } } : document;
  documents.set("/spec", JSON.stringify(published));
  if (next) documents.set("/next", next);
  documents.set("/registry", JSON.stringify({ ...registry, targetProduct }));
  const logged: string[] = [];
  const app = started.use(
    await startApp({
      limit: manyCalls,
      ...longTimeouts,
      log: { level: "warn", to: { write: (line) => logged.push(line) } },
      domains: [
        {
          ...{ targetProduct, domainId },
          specPackageUrl: `${origin}/spec`,
          submissionUrl: `${origin}/api/proposals`,
          registry: { mode: "snapshot", url: `${origin}/registry` },
          refreshSeconds: 3_600,
          maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
        },
      ],
    }),
  );
  await untilReady(app).catch((cause) => {
    throw new Error(`${cases[0]?.title} has a package that the service does not use: ${logged.join("")}`, { cause });
  });
  const running = started.move();
  return { url: app.url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(verdictOf(one)) === JSON.stringify(verdictOf(other));
}

// What a verdict says about its candidate, in one order.
function verdictOf(value: unknown): unknown {
  const { valid, summary, counts, diagnostics, truncated, repair, upcoming } = value as { [name: string]: unknown };
  return { valid, summary, counts, diagnostics, truncated, repair, upcoming };
}

// Without what a report adds: places in the file, and links of the service.
function fromReport(report: {
  diagnostics: readonly object[];
  upcoming?: { diagnostics: readonly object[] };
}): unknown {
  const plain = (list: readonly object[]) =>
    list.map((diagnostic) => {
      const { places, docs, ...rest } = diagnostic as { [name: string]: unknown };
      assert.ok(places && docs);
      return rest;
    });
  const { diagnostics, upcoming } = report;
  return {
    ...report,
    diagnostics: plain(diagnostics),
    ...(upcoming && { upcoming: { ...upcoming, diagnostics: plain(upcoming.diagnostics) } }),
  };
}
