import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../../../../shared/data/unseen-domains");

/** The `skip` option of tests that need these packages, which are not part of the repository. */
export const withoutUnseenDomains: string | false = existsSync(folder)
  ? false
  : "the packages of unseen domains are not beside the repository, in shared/data/unseen-domains";

/** Spec packages of domains that nobody had in mind when the engine was written. */
export function unseenPackages(): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".spec-package.json"))
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}
