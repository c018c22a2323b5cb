import type { Client } from "@assay/client";
import { type BuildResult, type JsonObject, limits } from "@assay/contract";
import type { AccessOptions } from "../access/decide-access.ts";
import { openAccess } from "../access/open-access.ts";
import { readFile } from "../draft/read-file.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { withProgress } from "../terminal/progress.ts";
import { type Checker, checkSize, type DomainRef } from "./checker.ts";
import { offlineChecker } from "./offline-checker.ts";
import { openOffline } from "./offline-engine.ts";
import { type OfflineFiles, offlineFiles } from "./offline-files.ts";
import { resolveDomain } from "./resolve-domain.ts";
import type { Timings } from "./timings.ts";

/** The options of every command that checks something. */
export interface CheckerOptions extends AccessOptions, OfflineFiles {
  readonly domain?: string;
  readonly offline?: boolean;
  readonly upcoming?: boolean;
}

/** Creates what checks candidates, as the options say. */
export async function createChecker(options: CheckerOptions, io: Io, timings?: Timings): Promise<Checker> {
  const { offline = false, specPackage, nextSpecPackage, registry } = options;
  if (offline) {
    if (specPackage === undefined || registry === undefined) {
      const needed = offlineFiles.filter(({ isRequired }) => isRequired);
      const [what, flags] = [needed.map(({ about }) => about), needed.map(({ flag }) => `${flag} FILE`)];
      throw new Failure(`--offline needs ${what.join(" and ")}: ${flags.join(" and ")}.`, {
        next: ["assay check candidate.json --offline --spec-package spec-package.json --registry registry.json"],
      });
    }
    if (options.upcoming && nextSpecPackage === undefined) {
      throw new Failure("--upcoming needs the announced next rules: with --offline, --next-spec-package FILE.");
    }
    const bytesOf = (name: string, maxBytes: number) => ({ name, bytes: readFile(name, io, { maxBytes }) });
    const documents = {
      specPackage: bytesOf(specPackage, limits.specPackage.bytes),
      next: nextSpecPackage === undefined ? undefined : bytesOf(nextSpecPackage, limits.specPackage.bytes),
      registry: bytesOf(registry, limits.registry.bytes),
    };
    const opened = await withProgress(io, `Compiling ${specPackage}`, () => openOffline(documents, timings));
    return offlineChecker(opened, options);
  }
  for (const { name, flag } of offlineFiles) {
    if (options[name] !== undefined) throw new Failure(`${flag} is for checks without the service. Add --offline.`);
  }
  return await serviceChecker(options, io);
}

async function serviceChecker(options: CheckerOptions, io: Io): Promise<Checker> {
  const { project, service, call: callService, subject } = await openAccess(options, io);
  const request = (candidate: JsonObject, domain: DomainRef) => {
    checkSize(candidate, domain);
    return { ...domain, candidate, options: { upcoming: options.upcoming ?? false } };
  };
  const call = <Result>(run: (client: Client) => Promise<Result>) => callService(`Waiting for ${service}`, run);
  return {
    subject,
    resolveDomain: (inside) => resolveDomain(options.domain, project, inside),
    check: (candidate, domain) => call((client) => client.validate(request(candidate, domain), { signal: io.signal })),
    build: (candidate, domain) =>
      call((client): Promise<BuildResult> => client.build(request(candidate, domain), { signal: io.signal })),
  };
}
