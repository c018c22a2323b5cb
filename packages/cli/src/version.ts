import { readFileSync } from "node:fs";

/** The version of the command line, and of the engine in it: all packages have the same. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return manifest.version;
}
