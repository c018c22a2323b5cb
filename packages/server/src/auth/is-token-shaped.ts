/** The sizes of access tokens: long enough not to be guessed, short enough for the headers of a request. */
export const tokenLength = { min: 20, max: 4_096 } as const;

/** Whether a credential has the form of a bearer token (token68 of RFC 9110), within these sizes. */
export function isTokenShaped(credential: string): boolean {
  const { length } = credential;
  return length >= tokenLength.min && length <= tokenLength.max && /^[A-Za-z0-9._~+/-]+=*$/.test(credential);
}
