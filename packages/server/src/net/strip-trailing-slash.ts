/** Removes a slash at the end of a URL, so that paths can be appended and URLs compared. */
export function stripTrailingSlash(url: string): string {
  return url.replace(/\/$/, "");
}
