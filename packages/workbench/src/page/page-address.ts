/** The address of a page; its fragment may hold a text. */
export interface PageAddress {
  readonly fragment: string;
  /** The address without a fragment. */
  readonly page: string;
  dropFragment(): void;
}

/** The address of this page. */
export const pageAddress: PageAddress = {
  get fragment() {
    return location.hash;
  },
  get page() {
    return `${location.origin}${location.pathname}`;
  },
  dropFragment() {
    if (location.hash !== "") history.replaceState(null, "", location.pathname);
  },
};
