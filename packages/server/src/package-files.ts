import { readFileSync } from "node:fs";

/** The folder of this package, in which its pages and the workbench are. The path is the same from `src` and from the bundle. */
export const packageFolder: URL = new URL("..", import.meta.url);

/** The version of the service, from its manifest. */
export const version: string = JSON.parse(readFileSync(new URL("package.json", packageFolder), "utf8")).version;
