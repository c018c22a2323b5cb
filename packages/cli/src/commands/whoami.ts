import type { AccessOptions } from "../access/decide-access.ts";
import { openAccess } from "../access/open-access.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { printJson } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";

/** Says whose key is used, at which service, and where the key is from. */
export async function whoami(options: AccessOptions & { readonly format: PlainFormat }, io: Io): Promise<ExitCode> {
  const { service, keyFrom, listDomains } = await openAccess(options, io);
  const { caller } = await listDomains();
  if (!caller) {
    throw new Failure(
      `${service} does not say whose key this is. It may not reach its identity service now. Try again later.`,
      {
        exitCode: exitCode.service,
      },
    );
  }
  const { subject } = caller;
  if (options.format === "json") printJson({ service, subject, keyFrom }, io);
  else io.out.write(`${printable(subject)} at ${service} (key from ${keyFrom})\n`);
  return exitCode.valid;
}
