import { type Client, createClient, type Wait } from "@assay/client";
import { readFile } from "../draft/read-file.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { type Project, projectFile } from "../project/read-project.ts";
import { printable } from "../text/printable.ts";
import type { DomainRef } from "./checked.ts";

/** The options that every command with a service has. */
export interface ConnectionOptions {
  readonly service?: string;
  readonly keyFile?: string;
}

/** The URL of the service: an option, or `assay.json`. */
export function serviceOf({ service }: ConnectionOptions, project: Project): string {
  const chosen = service ?? project.service;
  if (chosen !== undefined) return chosen;
  throw new Failure("Which Assay service should be used? Name it once in assay.json, or with --service.", {
    next: [`echo '{ "service": "https://assay.example" }' > ${projectFile}`],
  });
}

/** The domain of a candidate: an option, the request that it is in, or `assay.json`. */
export function domainOf(
  option: string | undefined,
  project: Project,
  request: Partial<DomainRef> & { readonly name?: string } = {},
): DomainRef {
  const chosen: Partial<DomainRef> = option === undefined ? {} : readDomain(option);
  const targetProduct = chosen.targetProduct ?? request.targetProduct ?? project.targetProduct;
  const domainId = chosen.domainId ?? request.domainId ?? project.domainId;
  for (const [name, value] of Object.entries(chosen)) {
    const said = request[name as keyof DomainRef];
    if (said === undefined || said === value) continue;
    const other = `${request.name ?? "The file"} says "${name}": ${printable(JSON.stringify(said))}`;
    throw new Failure(`${other}, and --domain says ${JSON.stringify(value)}. Change one of them.`);
  }
  if (targetProduct !== undefined && domainId !== undefined) return { targetProduct, domainId };
  throw new Failure("Which domain? Name it once in assay.json, or with --domain <targetProduct>/<domainId>.", {
    next: ["assay domains"],
  });
}

function readDomain(option: string): DomainRef {
  const [targetProduct = "", domainId = "", ...rest] = option.split("/");
  if (targetProduct !== "" && domainId !== "" && rest.length === 0) return { targetProduct, domainId };
  throw new Failure(`--domain takes <targetProduct>/<domainId>, not ${printable(JSON.stringify(option))}.`, {
    next: ["assay domains"],
  });
}

/** The key of the caller: `--key-file`, or `ASSAY_KEY`. It is never an argument, because others can read those. */
export function keyOf({ keyFile }: ConnectionOptions, io: Pick<Io, "env" | "cwd">): string | undefined {
  if (keyFile !== undefined) {
    const key = new TextDecoder().decode(readFile(keyFile, io, 4_096)).trim();
    if (/^[!-~]+$/.test(key)) return key;
    throw new Failure("--key-file must name a file that has the key and nothing else.");
  }
  const key = io.env.ASSAY_KEY?.trim();
  if (key === undefined || key === "") return undefined;
  if (/^[!-~]+$/.test(key)) return key;
  throw new Failure("ASSAY_KEY has a space or a line break in it, or a character that no key has.");
}

/** The same for a call that needs one. */
export function requiredKey(options: ConnectionOptions, io: Pick<Io, "env" | "cwd">): string {
  const key = keyOf(options, io);
  if (key !== undefined) return key;
  throw new Failure(
    "This command needs a key of the identity service (ai_...). Set ASSAY_KEY, or name a file with --key-file.",
    {
      next: ["export ASSAY_KEY=ai_..."],
    },
  );
}

/** Creates the client of a command. */
export function connect(settings: {
  readonly service: string;
  readonly key: string | undefined;
  readonly products?: readonly string[] | undefined;
  readonly onWait?: ((wait: Wait) => void) | undefined;
}): Client {
  try {
    return createClient(settings);
  } catch (reason) {
    if (reason instanceof TypeError) throw new Failure(`${reason.message.replaceAll("`", '"')}`);
    throw reason;
  }
}
