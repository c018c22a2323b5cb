/** How many clients an address stands for that many users share. */
export const sharedFactor = {
  byDefault: 20,
  /** Counting takes time proportional to the limit, which is fine for some thousand calls. */
  max: 100,
} as const;
