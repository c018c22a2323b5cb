import { describeProposal } from "@assay/engine";
import {
  candidateOf,
  isReadingCase,
  registryFile,
  someGoldenCases,
  specBytes,
  specFile,
} from "@assay/testing/cases/golden-cases";
import { registryRange } from "@assay/testing/cases/registry-ranges";
import { arrange, engine } from "@assay/testing/cases/run-case";
import type { PageWorker } from "./page-worker.ts";

/** How the verdicts of a worker compare with those of the engine in Node. */
export interface ComparedVerdicts {
  readonly count: number;
  /** The cases whose verdict, package or review for the owner is not the same bytes. */
  readonly different: readonly string[];
  /** How long each side took for all of them. */
  readonly ms: { readonly worker: number; readonly node: number };
}

/** Asks a worker for the verdicts of golden cases. */
export async function compareGoldenVerdicts(worker: PageWorker): Promise<ComparedVerdicts> {
  const cases = someGoldenCases().flatMap(({ topic, name, content }) => {
    if (isReadingCase(content) || content.expect.problems !== undefined) return [];
    const bytes = specBytes(content);
    return [{ title: `${topic}/${name}`, content, bytes, rules: `${Buffer.from(bytes)} ${content.next}` }];
  });
  const different: string[] = [];
  const ms = { worker: 0, node: 0 };
  let rules = "";
  for (const one of cases.sort((a, b) => (a.rules < b.rules ? -1 : 1))) {
    const { next } = one.content;
    if (one.rules !== rules) await worker.useRules(one.bytes, next === undefined ? next : specFile(next));
    rules = one.rules;
    const text = JSON.stringify(candidateOf(one.content));
    const registry = registryFile(one.content.registry);
    const given = await worker.checkWith(text, async (names) => names.map((name) => registryRange(registry, name)));
    const input = arrange(one.content);
    if ("problems" in input) throw new Error(`${one.title} has no spec package`);
    const inNode = () => engine.build({ ...input, candidate: JSON.parse(text), fixes: true, upcoming: true });
    // The worker checks each text twice too, without and with its ranges; the second time counts.
    inNode();
    const begin = performance.now();
    const built = inNode();
    const about = { spec: input.spec, verdict: built.verdict };
    const ownerReview = built.valid ? describeProposal(built.proposalPackage, about) : undefined;
    ms.node += performance.now() - begin;
    ms.worker += given.kind === "verdict" ? given.ms : 0;
    const isSame =
      given.kind === "verdict" &&
      given.missingRanges.length === 0 &&
      given.ownerReview === ownerReview &&
      JSON.stringify(given.built) === JSON.stringify(built);
    if (!isSame) different.push(one.title);
  }
  return { count: cases.length, different, ms };
}
