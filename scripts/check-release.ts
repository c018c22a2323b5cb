// The first step of the release workflow: exits with 1 and the reason if this repository cannot be released.
import { findReleaseFault } from "./release/repository.ts";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
const fault = findReleaseFault(server && name && `${server}/${name}`);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
