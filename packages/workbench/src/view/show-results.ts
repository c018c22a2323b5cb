/** Goes to the verdict. A link could not do this, because the fragment of the address can name an example. */
export function showResults(): void {
  const results = document.getElementById("results");
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}
