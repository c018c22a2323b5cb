/** The files of checks without the service, in the order in which commands are written. */
export const offlineFiles = [
  { name: "specPackage", flag: "--spec-package", about: "the rules", isRequired: true },
  { name: "registry", flag: "--registry", about: "the ids that are taken", isRequired: true },
  { name: "nextSpecPackage", flag: "--next-spec-package", about: "the announced next rules", isRequired: false },
] as const;

/** The options with their names. */
export type OfflineFiles = { readonly [File in (typeof offlineFiles)[number] as File["name"]]?: string };
