// Ends with 1 and a sentence if nothing can be released from this repository: the first step of the release workflow.
import { findReleaseFault } from "./release/repository.ts";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
const fault = findReleaseFault(server && name && `${server}/${name}`);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
