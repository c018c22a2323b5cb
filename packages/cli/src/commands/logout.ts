import { formatOtherLogins, readStoredAccess, type StoredAccess, writeStoredAccess } from "../access/stored-access.ts";
import { readService } from "../access/web-address.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";

/** Removes one login, or with `all` every login and every approved product. */
export async function logout(
  address: string | undefined,
  { all = false }: { readonly all?: boolean },
  io: Io,
): Promise<ExitCode> {
  if (all && address !== undefined) throw new Failure("--all forgets every login. Leave out either the URL or --all.");
  const stored = readStoredAccess(io);
  const removed = all ? stored.logins.map(({ service }) => service) : [chooseLogin(stored, address)];
  writeStoredAccess(
    {
      logins: stored.logins.filter(({ service }) => !removed.includes(service)),
      products: all ? [] : stored.products,
    },
    io,
  );
  for (const service of removed) io.out.write(`Logged out of ${service}.\n`);
  if (all) io.out.write("All logins and approved products were removed.\n");
  if (removed.length > 0)
    io.out.write("The keys stay valid. Revoke keys that you no longer use at the identity service.\n");
  return exitCode.valid;
}

function chooseLogin({ logins }: StoredAccess, address: string | undefined): string {
  const url = address === undefined ? undefined : readService(address, "The address").url;
  const [login, ...otherLogins] = logins.filter(({ service }) => url === undefined || service === url);
  if (login && otherLogins.length === 0) return login.service;
  if (!login) {
    const others = formatOtherLogins({ logins }, url ?? "");
    const remedy = others === "" ? " --all removes the products that you approved." : "";
    throw new Failure(
      `You are not logged in${address === undefined ? "" : " there"}. Nothing was changed.${others}${remedy}`,
    );
  }
  const services = logins.map(({ service }) => service).join(", ");
  throw new Failure(`You are logged in to ${services}. Name the one to log out of, or use --all.`);
}
