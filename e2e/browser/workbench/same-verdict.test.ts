import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type BuildResult,
  type JsonObject,
  type LinkedDiagnostic,
  limits,
  type Registry,
  type RegistryRange,
} from "@assay/contract";
import { readJson } from "@assay/engine";
import { mutantOf, registeredIds } from "@assay/testing/candidates/id-mutants";
import { tangledCandidate } from "@assay/testing/candidates/tangled-candidates";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { goldenCases, isReadingCase } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { createRandom } from "@assay/testing/seeded-random";
import { timingFigure } from "@assay/testing/timing-figure";
import { waitUntil } from "@assay/testing/wait-until";
import type { Browser } from "playwright-core";
import { anEnvelope, type Service, startService } from "../../http/service.ts";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { compareGoldenVerdicts } from "./golden-verdicts.ts";
import { openPageWorker, type WorkerVerdict } from "./page-worker.ts";

let browser: Browser | undefined;
before(async () => {
  if (!noBrowser) browser = await openBrowser();
});
after(() => browser?.close());

test("every golden case gets the same bytes in the worker of the page as in Node", { skip: noBrowser }, async () => {
  assert.ok(browser);
  await using service = await startService();
  const { worker: script } = await factsOf(service);
  const worker = await openPageWorker(browser, service.url, script);
  const { different, count, ms } = await compareGoldenVerdicts(worker);
  figure("golden verdicts identical in the worker of the page", `${count - different.length} of ${count}`, "all");
  timingFigure("engine in the worker of the page over the engine in Node", ms.worker / ms.node, 3);
  assert.deepEqual(different, []);

  const texts = goldenCases().flatMap(({ content }) =>
    isReadingCase(content) && content.text !== undefined ? [content.text] : [],
  );
  for (const text of texts) {
    // The envelope of a request takes one level.
    const read = readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1 });
    const given = await worker.check(text);
    if (read.kind === "ok") assert.equal(given.kind, "verdict", text);
    else assert.deepEqual(given, { kind: "unreadable", problem: read }, text);
  }

  const [thread] = worker.page.workers();
  const reached = await thread?.evaluate(() =>
    fetch("/api/domains").then(
      () => "reached",
      (error) => String(error),
    ),
  );
  assert.match(reached ?? "", /^TypeError/, "the worker has no network");
});

for (const mode of ["snapshot", "ranges"] as const) {
  test(`200 candidates get the same verdict in the page as from the service, with its ${mode}`, {
    skip: noBrowser,
  }, async () => {
    assert.ok(browser);
    await using service = await startService({
      domain: ({ datamint }) => ({ registry: { mode, url: datamint.registryUrl, facts: "public" }, refreshSeconds: 1 }),
    });
    const random = createRandom(19);
    const ids = registeredIds(random, 40);
    for (const id of ids) service.sandbox.datamint.register(id);
    const { worker: script, domains } = await factsOf(service);
    await untilRegistered(service);
    const [{ specPackagePath = "", nextSpecPackagePath = "", registryPath = "" } = {}] = domains;
    const worker = await openPageWorker(browser, service.url, script);
    const bytesOf = async (path: string) => new Uint8Array(await (await fetch(service.url + path)).arrayBuffer());
    await worker.useRules(await bytesOf(specPackagePath), await bytesOf(nextSpecPackagePath));
    const ranges = (names: readonly string[]) =>
      Promise.all(
        names.map(
          async (name) => (await (await fetch(`${service.url}${registryPath}/${name}`)).json()) as RegistryRange,
        ),
      );

    const codes = new Set<string>();
    let same = 0;
    for (let index = 0; index < 200; index += 1) {
      const drafts = [validCandidate(random), tangledCandidate(random) as JsonObject];
      const candidate = {
        ...random.pick(drafts),
        ...(index % 4 === 0 && { generatorId: mutantOf(random.pick(ids), random) }),
      };
      const body = { targetProduct: "datamint", domainId: "generator-option", candidate, options: { upcoming: true } };
      const { json } = await service.call("buildProposal", { body });
      const given = await worker.checkWith(JSON.stringify(candidate, undefined, 2), ranges);
      assert.equal(pageText(given), serviceText(json), JSON.stringify(candidate));
      // A candidate without an id needs no range, and so no revision.
      if (given.kind === "verdict" && given.revision) assert.equal(given.revision, json.evidence.registry.revision);
      for (const { code } of (json as BuildResult).diagnostics) codes.add(code);
      same += 1;
    }
    figure(`verdicts of page and service that are equal, ${mode}`, `${same} of 200`, "all");
    figure(`different diagnostics in them, ${mode}`, codes.size, "at least 10");
    assert.ok(codes.size >= 10);
  });
}

interface Facts {
  readonly worker: string;
  readonly domains: readonly {
    readonly specPackagePath?: string;
    readonly nextSpecPackagePath?: string;
    readonly registryPath?: string;
  }[];
}

/** What the service wrote into its page, once it has the rules in force and the next ones. */
function factsOf(service: Service): Promise<Facts> {
  const read = async (): Promise<Facts> => {
    const html = await (await fetch(service.url, { headers: { accept: "text/html" } })).text();
    return JSON.parse(/id="facts">(.*?)<\/script>/s.exec(html)?.[1] ?? assert.fail(html.slice(0, 500)));
  };
  const isDone = ({ domains }: Facts) => domains[0]?.nextSpecPackagePath !== undefined;
  return waitUntil("the rules are in use", read, { isDone });
}

/** Waits until the service knows every id that is registered by now. */
async function untilRegistered(service: Service): Promise<void> {
  const { revision } = (await (await fetch(service.sandbox.datamint.registryUrl)).json()) as Registry;
  const known = async () =>
    (await service.call("buildProposal", { body: anEnvelope() })).json.evidence.registry.revision;
  await waitUntil("the service has the newest registry", known, { isDone: (seen) => seen === revision });
}

function pageText(given: WorkerVerdict): string {
  assert.ok(given.kind === "verdict");
  assert.deepEqual(given.missingRanges, []);
  const { registry, ...verdict } = given.built.verdict;
  const { proposalPackage } = given.built;
  return JSON.stringify({ ...verdict, registry, proposalPackage, ownerReview: given.ownerReview });
}

/** The answer of the service in the form of the page: without links, and with what the evidence says of the registry. */
function serviceText({ evidence, submission, proposalPackage, ownerReview, ...result }: BuildResult): string {
  const unlinked = (list: readonly LinkedDiagnostic[]) => list.map(({ docs, ...diagnostic }) => diagnostic);
  const { upcoming } = result;
  const { generatorId } = evidence.registry;
  return JSON.stringify({
    ...result,
    diagnostics: unlinked(result.diagnostics),
    ...(upcoming && { upcoming: { ...upcoming, diagnostics: unlinked(upcoming.diagnostics) } }),
    registry: { generatorId },
    proposalPackage,
    ownerReview,
  });
}
