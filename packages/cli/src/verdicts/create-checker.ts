import type { Client } from "@assay/client";
import { type BuildResult, type JsonObject, limits } from "@assay/contract";
import type { AccessOptions } from "../access/decide-access.ts";
import type { Access } from "../access/open-access.ts";
import { createProjects } from "../access/read-project.ts";
import { readFile } from "../draft/read-file.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { withProgress } from "../terminal/progress.ts";
import type { Checker, DomainRef } from "./checker.ts";
import { offlineChecker } from "./offline-checker.ts";
import { type OfflineFiles, offlineFiles } from "./offline-files.ts";
import { resolveDomain } from "./resolve-domain.ts";

/** The options of every command that checks something. */
export interface CheckerOptions extends AccessOptions, OfflineFiles {
  readonly domain?: string;
  readonly offline?: boolean;
  readonly upcoming?: boolean;
  /** Asks the service about each file, also if there are many. */
  readonly remote?: boolean;
  /** False if ids are not to be looked up. */
  readonly lookup?: boolean;
}

/** The files that are to be checked. */
interface ToCheck {
  readonly files: readonly string[];
  readonly areSeveral?: boolean;
}

/** Creates what checks the candidates in files, as the options say. */
export async function createChecker(options: CheckerOptions, io: Io, toCheck: ToCheck): Promise<Checker> {
  const { offline = false, specPackage, nextSpecPackage, registry, remote = false, lookup = true } = options;
  const { files, areSeveral = false } = toCheck;
  if (offline || remote) {
    const wrong = offline && remote ? "--remote" : lookup ? undefined : "--no-lookup";
    if (wrong !== undefined)
      throw new Failure(`${wrong} has no effect with ${offline ? "--offline" : "--remote"}. Leave one of them out.`);
  }
  if (offline) {
    if (specPackage === undefined || registry === undefined) {
      const needed = offlineFiles.filter(({ isRequired }) => isRequired);
      const [what, flags] = [needed.map(({ about }) => about), needed.map(({ flag }) => `${flag} FILE`)];
      throw new Failure(`--offline needs ${what.join(" and ")}: ${flags.join(" and ")}.`);
    }
    if (options.upcoming && nextSpecPackage === undefined) {
      throw new Failure("With --offline, --upcoming needs the announced next rules. Add --next-spec-package FILE.");
    }
    // Only what this command needs is loaded: the engine, or the client of the service.
    const { openOffline } = await import("./offline-engine.ts");
    const bytesOf = (name: string, maxBytes: number) => ({ name, bytes: readFile(name, io, { maxBytes }) });
    const documents = {
      specPackage: bytesOf(specPackage, limits.specPackage.bytes),
      next: nextSpecPackage === undefined ? undefined : bytesOf(nextSpecPackage, limits.specPackage.bytes),
      registry: bytesOf(registry, limits.registry.bytes),
    };
    const opened = await withProgress(io, `Compiling ${specPackage}`, () => openOffline(documents));
    return offlineChecker(opened, options);
  }
  for (const { name, flag } of offlineFiles) {
    if (options[name] !== undefined) throw new Failure(`${flag} is for checks without the service. Add --offline.`);
  }
  const { openNamed } = await import("../access/open-access.ts");
  const projectOf = createProjects(io);
  const [first, ...others] = files.map((file) => projectOf(file));
  const access = openNamed(options, io, [first ?? projectOf(), ...others]);
  const resolve: Checker["resolveDomain"] = (draft) => resolveDomain(options.domain, projectOf(draft?.path), draft);
  if (remote || (lookup && !areSeveral)) {
    return serviceChecker(access.withKey(), resolve, options, io);
  }
  // Loaded for several files only.
  const { createLocalChecker } = await import("./local-checker.ts");
  return createLocalChecker({
    ...{ access, lookup, io, resolveDomain: resolve, upcoming: options.upcoming ?? false },
    remote: () => serviceChecker(access.withKey(), resolve, options, io),
  });
}

function serviceChecker(access: Access, resolve: Checker["resolveDomain"], options: CheckerOptions, io: Io): Checker {
  const { service, call: callService, subject } = access;
  // Options that are not needed would take bytes from the largest candidates.
  const request = (candidate: JsonObject, domain: DomainRef) => {
    return { ...domain, candidate, ...(options.upcoming && { options: { upcoming: true } }) };
  };
  const call = <Result>(run: (client: Client) => Promise<Result>) => callService(`Waiting for ${service}`, run);
  return {
    subject,
    resolveDomain: resolve,
    check: (candidate, domain) => call((client) => client.validate(request(candidate, domain), { signal: io.signal })),
    build: (candidate, domain) =>
      call((client): Promise<BuildResult> => client.build(request(candidate, domain), { signal: io.signal })),
  };
}
