import { type BuildResult, type JsonObject, limits, type ProposalPackage } from "@assay/contract";
import { readFile } from "../draft/read-file.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { withProgress } from "../output/progress.ts";
import { readProject } from "../project/read-project.ts";
import type { Checked, DomainRef } from "./checked.ts";
import { type ConnectionOptions, connect, domainOf, requiredKey, serviceOf } from "./connect.ts";
import { type OfflineEngine, openOffline } from "./offline-engine.ts";
import type { Timings } from "./timings.ts";

/** The options of every command that checks something. */
export interface CheckerOptions extends ConnectionOptions {
  readonly domain?: string;
  readonly offline?: boolean;
  readonly specPackage?: string;
  readonly nextSpecPackage?: string;
  readonly registry?: string;
  readonly upcoming?: boolean;
}

/** Checks candidates, through the service or with the engine here. */
export interface Checker {
  /** Who checks, for progress lines. */
  readonly by: string;
  /** Present if the engine is here. */
  readonly offline?: OfflineEngine;
  /** The domain of a candidate, which may be in a request that names it. */
  domainOf(request?: Partial<DomainRef> & { readonly name?: string }): DomainRef;
  check(candidate: JsonObject, domain: DomainRef): Promise<Checked>;
  build(candidate: JsonObject, domain: DomainRef): Promise<Built>;
}

/** A verdict and, if it is valid, the package. */
export type Built = Checked & { readonly proposalPackage?: ProposalPackage };

/** Creates what checks candidates, as the options say. */
export async function createChecker(options: CheckerOptions, io: Io, timings?: Timings): Promise<Checker> {
  const { offline = false, specPackage, nextSpecPackage, registry } = options;
  if (offline) {
    if (specPackage === undefined || registry === undefined) {
      throw new Failure(
        "--offline needs the rules and the ids that are taken: --spec-package FILE and --registry FILE.",
        {
          next: ["assay check candidate.json --offline --spec-package spec-package.json --registry registry.json"],
        },
      );
    }
    const bytesOf = (name: string, maxBytes: number) => ({ name, bytes: readFile(name, io, maxBytes) });
    const documents = {
      specPackage: bytesOf(specPackage, limits.specPackage.bytes),
      next: nextSpecPackage === undefined ? undefined : bytesOf(nextSpecPackage, limits.specPackage.bytes),
      registry: bytesOf(registry, limits.registry.bytes),
    };
    const opened = await withProgress(io, `Compiling ${specPackage}`, () => openOffline(documents, timings));
    return offlineChecker(opened, options);
  }
  for (const [flag, value] of Object.entries({ "--spec-package": specPackage, "--registry": registry })) {
    if (value !== undefined) throw new Failure(`${flag} is for checks without the service. Add --offline.`);
  }
  return serviceChecker(options, io);
}

/** Checks with an engine and rules that are here. */
export function offlineChecker(opened: OfflineEngine, { domain, upcoming = false }: CheckerOptions): Checker {
  const { engine, spec, next, registry } = opened;
  const { targetProduct, domainId } = spec.document;
  const inputOf = (candidate: unknown) => ({ spec, next, registry, candidate, upcoming });
  return {
    by: "the engine",
    offline: opened,
    domainOf(request = {}) {
      const wanted = domainOf(domain, { targetProduct, domainId }, request);
      if (wanted.targetProduct === targetProduct && wanted.domainId === domainId) return wanted;
      const [a, b] = [`${wanted.targetProduct}/${wanted.domainId}`, `${targetProduct}/${domainId}`];
      throw new Failure(`The candidate is for ${a}, and the spec package is for ${b}. Use the spec package of ${a}.`);
    },
    async check(candidate) {
      checkSize(candidate, { targetProduct, domainId });
      return engine.validate(inputOf(candidate));
    },
    async build(candidate) {
      checkSize(candidate, { targetProduct, domainId });
      const { verdict, proposalPackage } = engine.build(inputOf(candidate));
      return { ...verdict, ...(proposalPackage && { proposalPackage }) };
    },
  };
}

function serviceChecker(options: CheckerOptions, io: Io): Checker {
  const project = readProject(io);
  const service = serviceOf(options, project);
  const key = requiredKey(options, io);
  const request = (candidate: JsonObject, domain: DomainRef) => {
    checkSize(candidate, domain);
    return { ...domain, candidate, options: { upcoming: options.upcoming ?? false } };
  };
  const call = <Result>(run: (client: ReturnType<typeof connect>) => Promise<Result>) =>
    withProgress(io, `Waiting for ${service}`, (onWait) => run(connect({ service, key, onWait })));
  return {
    by: service,
    domainOf: (inside) => domainOf(options.domain, project, inside),
    check: (candidate, domain) => call((client) => client.validate(request(candidate, domain), { signal: io.signal })),
    build: (candidate, domain) =>
      call((client): Promise<BuildResult> => client.build(request(candidate, domain), { signal: io.signal })),
  };
}

// Said here, because the service would refuse it before it is checked.
function checkSize(candidate: JsonObject, domain: DomainRef): void {
  const bytes = Buffer.byteLength(JSON.stringify({ ...domain, candidate }));
  if (bytes <= limits.bodyBytes) return;
  const message = `The candidate has ${bytes} bytes; a request may have ${limits.bodyBytes}. Shorten it.`;
  throw new Failure(message, { exitCode: exitCode.invalid, next: ["assay explain body-too-large"] });
}
