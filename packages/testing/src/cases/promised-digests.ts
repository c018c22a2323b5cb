import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../sha256.ts";
import {
  caseFiles,
  casesFolder,
  isReadingCase,
  listCases,
  readCaseCandidate,
  registryFile,
  specBytes,
  type VerdictCase,
} from "./golden-cases.ts";
import { runCase } from "./run-case.ts";

/** The digests of the proposal packages that a major version of the engine promises to build, by case. */
export interface PromisedDigests {
  /** The major version. */
  readonly engine: number;
  readonly cases: { readonly [name: string]: PromisedDigest };
}

interface PromisedDigest {
  /** SHA-256 of the spec package, the registry and the candidate. */
  readonly inputs: string;
  /** The digest inside the package. */
  readonly digest: string;
  /** SHA-256 of the whole package as JSON. */
  readonly bytes: string;
}

/** The file with the promises. */
export const promisesFile: string = join(casesFolder, "digests.json");

/** Reads the promises. */
export function readPromises(): PromisedDigests {
  return JSON.parse(readFileSync(promisesFile, "utf8"));
}

/** Computes the digests that the engine currently produces for each valid case that is not part of a table. */
export function buildDigests(): PromisedDigests["cases"] {
  const built: [string, PromisedDigest][] = [];
  const files = caseFiles().filter(({ content }) => content.cases === undefined);
  for (const { topic, name, content } of files.flatMap(listCases)) {
    if (isReadingCase(content) || content.expect.valid !== true) continue;
    const { proposalPackage } = runCase(content);
    if (proposalPackage === undefined) continue;
    const bytes = sha256(JSON.stringify(proposalPackage));
    built.push([`${topic}/${name}`, { inputs: hashInputs(content), digest: proposalPackage.digest, bytes }]);
  }
  return Object.fromEntries(built);
}

/** Describes each broken promise, and what to do about it. */
export function findBrokenPromises(promised: PromisedDigests, built: PromisedDigests["cases"]): readonly string[] {
  return Object.entries(promised.cases).flatMap(([name, before]) => {
    const now = built[name];
    if (now === undefined)
      return [`${name}: engine ${promised.engine} built a package from this case. Keep both the case and its package.`];
    if (now.inputs !== before.inputs)
      return [`${name}: the inputs of this case have changed. Restore them, and add a new case instead.`];
    if (now.digest === before.digest && now.bytes === before.bytes) return [];
    return [
      `${name}: the package is now ${now.digest}, but engine ${promised.engine} promised ${before.digest} for the same inputs. ` +
        `Different bytes require engine ${promised.engine + 1}.`,
    ];
  });
}

function hashInputs(content: VerdictCase): string {
  const parts = [specBytes(content), registryFile(content.registry), readCaseCandidate(content)];
  return sha256(
    parts
      .map((part) => (part instanceof Uint8Array ? new TextDecoder().decode(part) : JSON.stringify(part)))
      .join("\n"),
  );
}
