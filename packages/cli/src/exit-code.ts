/** The exit codes of `assay`. */
export const exitCode = {
  /** The candidate is valid, or the command succeeded. */
  valid: 0,
  /** The candidate or package is invalid. */
  invalid: 1,
  /** Arguments, files or settings are incorrect, so nothing was checked. */
  usage: 2,
  /** The service or the target product returned no result. */
  service: 3,
  /** An internal error, or output that cannot be written. */
  internalError: 70,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** One of these codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
