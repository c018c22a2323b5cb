import type { JsonObject, Registry, SpecPackage } from "@assay/contract";
import { type BuildOutcome, describeProposal, registryFromSnapshot } from "@assay/engine";
import { startApp } from "@assay/server";
import { compileValidSpec } from "@assay/testing/cases/compile-valid-spec";
import {
  goldenCases,
  isReadingCase,
  readCaseCandidate,
  registryFile,
  specBytes,
  specFile,
  type VerdictCase,
} from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { startScriptedServer } from "./scripted-server.ts";

/** A candidate, the documents that its product publishes, and the engine's verdict on it, computed in this process. */
export interface ServedCase {
  readonly title: string;
  readonly targetProduct: string;
  readonly domainId: string;
  readonly specPackage: Uint8Array;
  readonly next?: Uint8Array | undefined;
  readonly registry: Registry;
  readonly candidate: JsonObject;
  readonly built: BuildOutcome;
  readonly ownerReview?: string | undefined;
}

/** A service that has a domain for each case. */
export interface ServedCases extends AsyncDisposable {
  readonly url: string;
  readonly cases: readonly ServedCase[];
}

// The cases under these topics test spec packages; nearly all of their candidates are valid.
const documentTopics = ["bounds", "spec-package", "weakened"];

/** Chooses one golden case for each topic that concerns candidates (about twenty). */
export function chooseCases(): readonly { readonly title: string; readonly content: VerdictCase }[] {
  const byTopic = new Map<string, { title: string; content: VerdictCase }>();
  for (const { topic, name, content } of goldenCases()) {
    if (!isReadingCase(content) && !documentTopics.includes(topic) && canBeServed(content)) {
      byTopic.set(topic, { title: `${topic}/${name}`, content });
    }
  }
  return [...byTopic.values()];
}

/** Starts a product that publishes the documents of the chosen cases, and a service for it. */
export async function serveCases(): Promise<ServedCases> {
  await using started = new AsyncDisposableStack();
  const documents = new Map<string, string | Uint8Array>();
  const product = await startScriptedServer((response, { url = "" }) =>
    response.writeHead(200, { "content-type": "application/json" }).end(documents.get(url)),
  );
  const { origin } = started.use(product);
  const cases = chooseCases().map(({ title, content }, index) => {
    const domainId = `case-${index}`;
    return createServedCase(title, content, domainId, `${origin}/${domainId}/next`);
  });
  for (const { domainId, specPackage, next, registry } of cases) {
    documents.set(`/${domainId}/spec-package`, specPackage);
    if (next) documents.set(`/${domainId}/next`, next);
    documents.set(`/${domainId}/registry`, JSON.stringify(registry));
  }
  const app = started.use(
    await startApp({
      limit: generousLimit,
      ...longTimeouts,
      log: { level: "warn" },
      domains: cases.map(({ targetProduct, domainId }) => ({
        targetProduct,
        domainId,
        submissionUrl: `${origin}/${domainId}/proposals`,
        specPackageUrl: `${origin}/${domainId}/spec-package`,
        registry: { url: `${origin}/${domainId}/registry`, public: true },
        refreshSeconds: 3_600,
        maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
      })),
    }),
  );
  await waitUntilReady(app);
  const running = started.move();
  return { url: app.url, cases, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Serializes the verdict in an answer for comparison: with properties in order, without positions in the file. */
export function formatVerdict(answer: object): string {
  const { valid, summary, diagnostics, skippedRules, omitted, upcoming } = answer as { [name: string]: unknown };
  return JSON.stringify({
    valid,
    summary,
    diagnostics: dropPlaces(diagnostics),
    skippedRules,
    omitted,
    upcoming: upcoming && { ...upcoming, diagnostics: dropPlaces((upcoming as JsonObject).diagnostics) },
  });
}

function dropPlaces(diagnostics: unknown): readonly object[] {
  return (diagnostics as readonly JsonObject[]).map(({ places, ...diagnostic }) => diagnostic);
}

function canBeServed(content: VerdictCase): boolean {
  if (content.expect.problems !== undefined) return false;
  // A service finds announced rules only through the current rules.
  const { next }: SpecPackage = JSON.parse(Buffer.from(specBytes(content)).toString());
  if (content.next !== undefined && next === undefined) return false;
  const candidate = readCaseCandidate(content);
  // The command line validates only objects, and treats an object with a `candidate` as a complete request.
  const isObject = typeof candidate === "object" && candidate !== null && !Array.isArray(candidate);
  return isObject && !Object.hasOwn(candidate, "candidate");
}

function createServedCase(title: string, content: VerdictCase, domainId: string, nextUrl: string): ServedCase {
  const { next: announced, ...document }: SpecPackage = JSON.parse(Buffer.from(specBytes(content)).toString());
  const { targetProduct } = document;
  const toBytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  const isAnnounced = content.next !== undefined && announced !== undefined;
  const specPackage = toBytes({ ...document, domainId, ...(isAnnounced && { next: { ...announced, url: nextUrl } }) });
  const next =
    content.next === undefined
      ? undefined
      : toBytes({ ...JSON.parse(Buffer.from(specFile(content.next)).toString()), domainId });
  const registry = { ...registryFile(content.registry), targetProduct };
  const candidate = readCaseCandidate(content) as JsonObject;
  const spec = compileValidSpec(specPackage);
  const input = { spec, registry: registryFromSnapshot(registry), candidate };
  const built = engine.build(next ? { ...input, next: compileValidSpec(next) } : input);
  return {
    title,
    targetProduct,
    domainId,
    specPackage,
    registry,
    candidate,
    built,
    next,
    ownerReview: built.valid ? describeProposal(built.proposalPackage, { spec, verdict: built.verdict }) : undefined,
  };
}
