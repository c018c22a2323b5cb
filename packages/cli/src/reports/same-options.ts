import type { AccessOptions } from "../access/decide-access.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import { type OfflineFiles, offlineFiles } from "../verdicts/offline-files.ts";

/** Options that a command was given; those that the next one does not take are left out by whoever asks. */
type Given = { readonly [Name in keyof Options]?: Options[Name] | undefined };
type Options = AccessOptions &
  OfflineFiles & {
    readonly domain?: string;
    readonly offline?: boolean;
    readonly remote?: boolean;
    readonly lookup?: boolean;
  };

/** The options of this command that the next one needs as well, as they are typed. */
export function sameOptions(options: Given): string {
  const { service, domain, keyFile, product = [], offline = false, remote = false, lookup = true } = options;
  const named = Object.entries({ "--service": service, "--domain": domain, "--key-file": keyFile });
  const given = offline
    ? offlineFiles.map(({ name, flag }) => [flag, options[name]] as const)
    : [...named, ...product.map((origin) => ["--product", origin] as const)];
  const flags = given.flatMap(([flag, value]) => (value === undefined ? [] : [` ${flag} ${quoteArgument(value)}`]));
  return `${offline ? " --offline" : ""}${flags.join("")}${remote ? " --remote" : ""}${lookup ? "" : " --no-lookup"}`;
}
