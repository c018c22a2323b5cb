/** An http or https URL, or undefined. `URL.parse` is too new for some runtimes. */
export function parseUrl(value: string | URL, base?: URL): URL | undefined {
  try {
    const url = new URL(value, base);
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}
