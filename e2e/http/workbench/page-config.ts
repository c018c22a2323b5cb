/** The Accept header that a browser sends when it opens a page. */
export const browserHeaders = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } as const;

/** Reads the configuration that the service wrote into the page. */
export function readPageConfig(html: string) {
  const [, json = ""] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
