import { readFileSync } from "node:fs";

/** The version of the service, from its manifest: the same place from the sources and from `dist`. */
export const version: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
