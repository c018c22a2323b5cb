/**
 * The URL of the public repository, such as https://github.com/owner/assay; empty until the repository exists.
 * `npm run generate` writes the URL into the manifests of all published packages.
 */
const repositoryUrl: string = "";

/** Returns the members of a manifest that link to the repository, or none while the URL is empty. */
export function repositoryMembers(folder: string, url: string = repositoryUrl): object {
  if (url === "") return {};
  return {
    repository: { type: "git", url: `git+${url}.git`, directory: `packages/${folder}` },
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
  };
}

/** Returns why a release is impossible, or undefined. `workflowUrl` names the repository that runs the workflow. */
export function findReleaseFault(
  workflowUrl: string | undefined,
  dockerfile: string,
  url: string = repositoryUrl,
): string | undefined {
  if (url === "") {
    return "A release needs the URL of the repository, which npm compares with the provenance. Set repositoryUrl in scripts/release/repository.ts, and run `npm run generate`.";
  }
  if (!/^FROM \S+@sha256:[0-9a-f]{64} AS build$/m.test(dockerfile)) {
    return "A release needs the digest of its base image, so that the image can be built again. Append `@sha256:` and the digest to the image after FROM in the Dockerfile. The release workflow prints the current digest.";
  }
  if (workflowUrl === undefined || workflowUrl === url) return undefined;
  return `This is ${workflowUrl}, but repositoryUrl in scripts/release/repository.ts is ${url}. npm rejects packages whose provenance names a different repository. Correct the constant, and run \`npm run generate\`.`;
}
