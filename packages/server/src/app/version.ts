/** The version of the service. */
export const version = "1.0.0";
