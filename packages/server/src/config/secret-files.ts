import { settings } from "./settings.ts";

type Texts = { readonly [name: string]: string | undefined };

/** The secrets that were read from files, and the faults in other files, each by the name of its setting. */
interface SecretFiles {
  readonly values: Texts;
  readonly faults: Texts;
}

const secretNames = Object.keys(settings).filter((name) => settings[name]?.isSecret);

/** The variables that name a file with a secret. */
export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`);

/** Reads secrets from files, as Docker and Kubernetes mount them. Drops one newline at the end of each. */
export function readSecretFiles(env: Texts, readFile: (path: string) => string): SecretFiles {
  const values: { [name: string]: string } = {};
  const faults: { [name: string]: string } = {};
  for (const name of secretNames) {
    const path = env[`${name}_FILE`];
    if (path === undefined || path === "") continue;
    const read = env[name] ? `and ${name} are both set. Set one of them` : readSecret(path, readFile);
    if (typeof read === "string") faults[name] = read;
    else values[name] = read.secret;
  }
  return { values, faults };
}

/** Returns the secret, or explains why it cannot be read. The explanation never quotes the file. */
function readSecret(path: string, readFile: (path: string) => string): { readonly secret: string } | string {
  try {
    const secret = readFile(path).replace(/\r?\n$/, "");
    return secret === "" ? `names an empty file: ${path}` : { secret };
  } catch (reason) {
    return `cannot be read: ${(reason as Error).message}`;
  }
}
