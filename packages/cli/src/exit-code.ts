/** The codes that `assay` ends with. */
export const exitCode = {
  /** The candidate is valid, or the command did what it was asked to do. */
  valid: 0,
  /** The candidate or package is invalid. */
  invalid: 1,
  /** Wrong arguments, files or settings: nothing was checked. */
  usage: 2,
  /** The service or the target product gave no result. */
  service: 3,
  /** A fault of the program itself, or output that cannot be written. */
  fault: 70,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** One of these codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
