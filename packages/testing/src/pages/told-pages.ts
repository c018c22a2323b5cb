/** The pages with blocks ` ```console terminal `, from the root of the repository. */
export const toldPages: readonly string[] = ["README.md", "docs/tutorial.md"];
