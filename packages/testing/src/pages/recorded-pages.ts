/** The pages with ` ```console terminal ` blocks, as paths from the root of the repository. */
export const recordedPages: readonly string[] = ["README.md", "docs/tutorial.md"];
