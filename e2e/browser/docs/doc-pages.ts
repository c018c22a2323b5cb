import { servedPages } from "../../../scripts/build-pages.ts";

/** A static page as a reader sees it. */
export interface DocPage {
  readonly name: string;
  /** Path and fragment. */
  readonly address: string;
  /** What the console reports when it is opened, because of its status. */
  readonly fault?: string;
}

/** Every static page, and that of a wrong address. */
export const docPages: readonly DocPage[] = [
  ...servedPages.map(({ name, path }) => ({ name: name.toLowerCase(), address: `/${path}` })),
  { name: "not-found", address: "/nothing", fault: "404" },
];
