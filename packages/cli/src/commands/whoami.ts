import type { AccessOptions } from "../access/decide-access.ts";
import { openAccess } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/** Shows the owner of the key, the service, and where the key comes from. */
export async function whoami(options: AccessOptions & { readonly format: PlainFormat }, io: Io): Promise<ExitCode> {
  const { service, keyFrom, listDomains } = openAccess(options, io);
  const { caller } = await listDomains();
  if (!caller) {
    throw new Failure(
      `${service} did not name the owner of this key: either it cannot reach its identity service, or it does not check keys. Check the URL; if it is correct, try again in a minute.`,
      exitCode.service,
    );
  }
  const { subject } = caller;
  if (options.format === "json") printJson({ service, subject, keyFrom }, io);
  else io.out.write(`${toPrintable(subject)} at ${service} (key from ${keyFrom})\n`);
  return exitCode.valid;
}
