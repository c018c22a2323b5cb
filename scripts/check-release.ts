// The first step of the release workflow: exits with 1 and the reason if this repository cannot be released.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findReleaseFault } from "./release/repository.ts";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
const dockerfile = readFileSync(join(import.meta.dirname, "../Dockerfile"), "utf8");
const fault = findReleaseFault(server && name && `${server}/${name}`, dockerfile);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
