/** The pages with blocks ` ```console terminal `, from the root of the repository. */
export const recordedPages: readonly string[] = ["README.md", "docs/tutorial.md"];
