/**
 * The address of the public repository, such as https://github.com/owner/assay. Empty until there is one; `npm run generate`
 * then writes it into the manifests of all packages that are published.
 */
const repositoryUrl: string = "";

/** Returns the members of a manifest that lead to the repository; none while it has no address. */
export function repositoryMembers(folder: string, url: string = repositoryUrl): object {
  if (url === "") return {};
  return {
    repository: { type: "git", url: `git+${url}.git`, directory: `packages/${folder}` },
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
  };
}

/** Returns why nothing can be released, if so; `running` is the address of the repository whose workflow asks. */
export function findReleaseFault(running: string | undefined, url: string = repositoryUrl): string | undefined {
  if (url === "") {
    return "There is no release without the address of the repository, which npm compares with the provenance. Write it into repositoryUrl in scripts/release/repository.ts, and run `npm run generate`.";
  }
  if (running === undefined || running === url) return undefined;
  return `This is ${running}, but repositoryUrl in scripts/release/repository.ts is ${url}. npm refuses packages whose provenance names another repository. Correct the constant, and run \`npm run generate\`.`;
}
