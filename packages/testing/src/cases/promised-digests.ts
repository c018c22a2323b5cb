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

/** What one major version of the engine has promised about the cases from which it builds a package. */
export interface PromisedDigests {
  /** The major version. */
  readonly engine: number;
  readonly cases: { readonly [name: string]: PromisedDigest };
}

interface PromisedDigest {
  /** SHA-256 of the spec package, the registry and the candidate. */
  readonly inputs: string;
  /** The digest that the package contains. */
  readonly digest: string;
  /** SHA-256 of the whole package as JSON. */
  readonly bytes: string;
}

/** Where the promises are kept. */
export const promisesFile: string = join(casesFolder, "digests.json");

/** The promises so far. */
export function readPromises(): PromisedDigests {
  return JSON.parse(readFileSync(promisesFile, "utf8"));
}

/** What the engine builds now from each valid case with a file of its own. */
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

/** Each promise that is broken, with what to do about it. */
export function findBrokenPromises(promised: PromisedDigests, built: PromisedDigests["cases"]): readonly string[] {
  return Object.entries(promised.cases).flatMap(([name, before]) => {
    const now = built[name];
    if (now === undefined)
      return [`${name}: engine ${promised.engine} built a package from this case. Keep the case, and its package.`];
    if (now.inputs !== before.inputs)
      return [`${name}: the inputs of this case have changed. Restore them, and add another case.`];
    if (now.digest === before.digest && now.bytes === before.bytes) return [];
    return [
      `${name}: the package is ${now.digest}, and engine ${promised.engine} promised ${before.digest} for the same inputs. ` +
        `Other bytes are a change for engine ${promised.engine + 1}.`,
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
