/** The counts of a test: small ones for every change, those of the promise when `ASSAY_SCALE=full` asks for them. */
export function atScale<Counts>(counts: { readonly ci: Counts; readonly full: Counts }): Counts {
  return isFullScale ? counts.full : counts.ci;
}

/** Times are held to their bars only here: a machine that does other work too is slow without a fault. */
export const isFullScale = process.env.ASSAY_SCALE === "full";
