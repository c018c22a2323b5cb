import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Domain, isJsonObject, type JsonObject } from "@assay/contract";
import { type Blank, draftFromSchema } from "@assay/json-text/draft-from-schema";
import type { AccessOptions } from "../access/decide-access.ts";
import { askYesNo, type NamedAccess, openNamed } from "../access/open-access.ts";
import { createProjectReader, projectFile } from "../access/read-project.ts";
import { fetchSchema, projectSchemaUrl, schemaUrl } from "../draft/fetch-schema.ts";
import { formatPath, isBelow } from "../draft/read-file.ts";
import { writeNew } from "../draft/write-atomically.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { openSpecPackage, requireSpec } from "../spec-package/open-spec-package.ts";
import { createStyle } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { toSafeJson } from "../terminal/to-safe-json.ts";
import { wrap } from "../terminal/wrap.ts";
import { findDomain, nameDomain } from "../verdicts/resolve-domain.ts";

interface InitOptions extends AccessOptions {
  readonly domain?: string;
  readonly specPackage?: string;
}

/** Writes a draft with blanks to fill in and a `$schema` for editors, and `assay.json` if there is none. */
export async function init(file: string, options: InitOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  if (existsSync(path)) throw toExistsFailure(path, io);
  if (options.specPackage !== undefined) return await initFromRules(path, options.specPackage, io);
  const access = openNamed(options, io, [createProjectReader(io)(file)]);
  const { project, service } = access;
  const domain = findDomain((await access.listDomains()).domains, nameDomain(options.domain, project));
  const schema = await fetchSchema(access, domain);
  const { candidate, blanks } = draftFromSchema(schema, await askOwner(access, io));
  const draft = isJsonObject(candidate) ? { $schema: schemaUrl(service, domain).href, ...candidate } : candidate;
  if (!writeNew(path, `${toSafeJson(draft, 2)}\n`)) throw toExistsFailure(path, io);
  io.out.write(`${formatPath(path, io.cwd)}: a draft for ${toPrintable(domain.title ?? domain.domainId)}\n`);
  if (project.file === undefined) writeProject(path, service, domain, io);
  printBlanks(blanks, io);
  return exitCode.valid;
}

function toExistsFailure(path: string, { cwd }: Io): Failure {
  return new Failure(`${formatPath(path, cwd)} already exists. Choose another name; nothing is overwritten.`);
}

// Asks only at a terminal, because the owner is a person and an agent cannot confirm who it is.
async function askOwner(access: NamedAccess, io: Io): Promise<string | undefined> {
  if (!io.canAsk || !access.hasKey) return undefined;
  const subject = access.loggedInAs ?? (await access.requireKey().subject());
  if (subject === undefined) return undefined;
  const question = `Your key belongs to ${toPrintable(subject)}.\nAre you the owner of this proposal? [y/N]: `;
  return (await askYesNo(question, io)) ? subject : undefined;
}

// For authors of rules that no service uses yet: the draft has no `$schema`, and assay.json is not written.
async function initFromRules(path: string, specPackage: string, io: Io): Promise<ExitCode> {
  const { document } = requireSpec(await openSpecPackage(specPackage, io), "No draft can be written");
  const { candidate, blanks } = draftFromSchema(document.candidateSchema as JsonObject);
  if (!writeNew(path, `${toSafeJson(candidate, 2)}\n`)) throw toExistsFailure(path, io);
  io.out.write(`${formatPath(path, io.cwd)}: a draft for ${toPrintable(document.title)}\n`);
  printBlanks(blanks, io);
  return exitCode.valid;
}

// Saves what later commands need, so that they need no arguments. The user approves products later.
function writeProject(path: string, service: string, { targetProduct, domainId }: Domain, io: Io): void {
  const drafts = isBelow(path, io.cwd) ? [relative(io.cwd, path)] : [];
  const $schema = projectSchemaUrl(service).href;
  const text = `${toSafeJson({ $schema, service, targetProduct, domainId, drafts }, 2)}\n`;
  // `writeNew` keeps an assay.json that was ignored because it links to a file outside this folder.
  if (writeNew(resolve(io.cwd, projectFile), text))
    io.out.write(`${projectFile}: the service, the domain and the draft\n`);
}

function printBlanks(blanks: readonly Blank[], io: Io): void {
  const { paint, width } = createStyle(io, io.out);
  io.out.write("\nFill in:\n");
  for (const { pointer, hint, isOwner } of blanks) {
    const description = isOwner ? `${hint} For the owner to decide.` : hint;
    io.out.write(`  ${paint("code", toPrintable(pointer))}\n`);
    for (const line of wrap(toPrintable(description), width - 6)) if (line !== "") io.out.write(`      ${line}\n`);
  }
}
