import { settings } from "./settings.ts";

type StringsByName = { readonly [name: string]: string | undefined };

/** The secrets that were read from files, and why the other files cannot be used, both by the name of the setting. */
interface SecretFiles {
  readonly values: StringsByName;
  readonly errors: StringsByName;
}

const secretNames = Object.keys(settings).filter((name) => settings[name]?.isSecret);

/** The variables that contain the path of a secret file. */
export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`);

/** Reads secrets from files, as Docker and Kubernetes mount them. Drops one newline at the end of each. */
export function readSecretFiles(env: StringsByName, readFile: (path: string) => string): SecretFiles {
  const values: { [name: string]: string } = {};
  const errors: { [name: string]: string } = {};
  for (const name of secretNames) {
    const path = env[`${name}_FILE`];
    if (path === undefined || path === "") continue;
    const read = env[name] ? `and ${name} are both set. Set only one of them` : readSecret(path, readFile);
    if (typeof read === "string") errors[name] = read;
    else values[name] = read.secret;
  }
  return { values, errors };
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
