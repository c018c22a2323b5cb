/** The address of the page; its fragment may name an example. */
export interface PageAddress {
  readonly fragment: string;
  /** Whether the text that the fragment names was edited at this step of the browser's history. */
  isEdited: boolean;
  /** With `asStep`, the browser's back button leads to the fragment again. */
  dropFragment(asStep?: boolean): void;
}

/** The address of this page. */
export const pageAddress: PageAddress = {
  get fragment() {
    return location.hash;
  },
  get isEdited() {
    return history.state === true;
  },
  set isEdited(is) {
    // Browsers allow few of these calls, so not one for each key.
    if (is !== this.isEdited) history.replaceState(is, "");
  },
  dropFragment(asStep = false) {
    if (location.hash !== "") history[asStep ? "pushState" : "replaceState"](null, "", location.pathname);
  },
};
