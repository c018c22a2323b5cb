import type { Client } from "@assay/client";
import { type BuildResult, requestLimits } from "@assay/contract";
import type { AccessOptions } from "../access/decide-access.ts";
import type { Access } from "../access/open-access.ts";
import { createProjectReader } from "../access/read-project.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";
import type { Checker } from "./checker.ts";
import { findDomain, nameDomain } from "./resolve-domain.ts";
import type { RuleFiles } from "./rules-engine.ts";

/** The options of every command that checks candidates. */
export interface CheckerOptions extends AccessOptions, Partial<RuleFiles> {
  readonly domain?: string;
  readonly local?: boolean;
}

/** Creates the checker for the candidates in files, with the service or the local engine. */
export async function createChecker(options: CheckerOptions, io: Io, files: readonly string[]): Promise<Checker> {
  const { local = false, specPackage, registry, domain } = options;
  if (!local && (specPackage ?? registry) !== undefined) {
    throw new Failure("--spec-package and --registry need --local.");
  }
  // Loads either the engine or the client, whichever the command needs.
  if (specPackage !== undefined) {
    const { readRules } = await import("./rules-engine.ts");
    const { createEngineChecker } = await import("./engine-checker.ts");
    const rules = await withProgress(io, `Compiling ${specPackage}`, () => readRules({ specPackage, registry }, io));
    return createEngineChecker(rules, { domain });
  }
  if (registry !== undefined) throw new Failure("--registry needs the rules too. Add --spec-package FILE.");
  const { openNamed } = await import("../access/open-access.ts");
  const readProject = createProjectReader(io);
  const [first, ...others] = files.map((file) => readProject(file));
  const access = openNamed(options, io, [first ?? readProject(), ...others]);
  const resolve: Checker["resolveDomain"] = async (draft) => {
    const { targetProduct, domainId } = nameDomain(domain, readProject(draft?.path), draft);
    if (targetProduct !== undefined && domainId !== undefined) return { targetProduct, domainId };
    const found = findDomain((await access.listDomains()).domains, { targetProduct, domainId });
    // A request must not have the other members of a listed domain.
    return { targetProduct: found.targetProduct, domainId: found.domainId };
  };
  if (local) {
    const { createPublishedChecker } = await import("./published-checker.ts");
    return await createPublishedChecker(access, resolve, io);
  }
  const keyedAccess = access.requireKey(" With --local, checks need no key.");
  const { calls, windowSeconds } = requestLimits;
  if (files.length > calls) {
    const limit = `${access.service} allows ${calls} calls in any ${windowSeconds} seconds`;
    printNote(
      `Checking ${files.length} files takes as many calls, and ${limit}. With --local, only a few are needed.`,
      io,
    );
  }
  return createServiceChecker(keyedAccess, resolve, io);
}

function createServiceChecker({ service, call, subject }: Access, resolve: Checker["resolveDomain"], io: Io): Checker {
  const { signal } = io;
  const callService = <Result>(run: (client: Client) => Promise<Result>) => call(`Waiting for ${service}`, run);
  return {
    subject,
    resolveDomain: resolve,
    check: (candidate, domain) => callService((client) => client.validate({ ...domain, candidate }, { signal })),
    build: (candidate, domain) =>
      callService((client): Promise<BuildResult> => client.build({ ...domain, candidate }, { signal })),
  };
}
